plugins {
    application
}

repositories {
    mavenLocal()
    mavenCentral()
}

dependencies {
    implementation(platform("org.jzenith:jzenith-bom:0.1.0-SNAPSHOT"))
    implementation("org.jzenith:jzenith-rest")
    implementation("org.jzenith:jzenith-postgresql")
    implementation("org.jzenith:jzenith-postgresql-embedded")
    runtimeOnly("ch.qos.logback:logback-classic")
    testImplementation("org.jzenith:jzenith-test")
    testImplementation("org.assertj:assertj-core")
    testImplementation("org.junit.jupiter:junit-jupiter")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

java {
    toolchain {
        languageVersion = JavaLanguageVersion.of(17)
    }
}

tasks.withType<JavaCompile> {
    options.compilerArgs.add("-parameters")
    options.encoding = "UTF-8"
}

tasks.test {
    useJUnitPlatform()
}

application {
    mainClass = "hello.Hello"
}
