FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /build
COPY pom.xml .
COPY src src
RUN --mount=type=cache,target=/root/.m2 \
    mvn -B -ntp -DskipTests package jzenith:javascript-compiler

FROM eclipse-temurin:25
WORKDIR /app
COPY --from=build /build/target/javascript-compiler javascript-compiler
COPY --from=build /build/target/shop.jar shop.jar
USER 65532:65532
EXPOSE 8080
ENTRYPOINT ["java", "-XX:+UnlockExperimentalVMOptions", "-XX:+EnableJVMCI", \
    "--upgrade-module-path=/app/javascript-compiler", \
    "--enable-native-access=ALL-UNNAMED,org.graalvm.truffle", \
    "--sun-misc-unsafe-memory-access=allow", \
    "-XX:MaxRAMPercentage=75", "-XX:+ExitOnOutOfMemoryError", \
    "-jar", "/app/shop.jar"]
