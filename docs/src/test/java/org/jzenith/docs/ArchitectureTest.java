package org.jzenith.docs;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rules of the house, over all classes that are published. */
final class ArchitectureTest {

    /** Users import types from here. Every other package is a room with one public type, its door. */
    private static final Set<String> FOR_USERS = Set.of(
            "org.jzenith.core",
            "org.jzenith.core.blocking",
            "org.jzenith.core.configuration",
            "org.jzenith.core.context",
            "org.jzenith.core.health",
            "org.jzenith.core.observe",
            "org.jzenith.core.problem",
            "org.jzenith.core.rx",
            "org.jzenith.postgresql",
            "org.jzenith.postgresql.configuration",
            "org.jzenith.postgresql.embedded",
            "org.jzenith.rest",
            "org.jzenith.rest.error",
            "org.jzenith.sql",
            "org.jzenith.sql.driver",
            "org.jzenith.sql.error",
            "org.jzenith.test");

    /** Public types of rooms besides their doors, each with its reason. */
    private static final Map<String, String> SECOND_DOORS = Map.of(
            "org.jzenith.rest.json.JsonConfiguration", "a group of settings, public so that SmallRye can fill it");

    /** Inner types of libraries, and the one package that imports them; docs/internals.md lists them. */
    private static final Map<String, String> INNER_TYPES = Map.of(
            "io.vertx.pgclient.impl..", "org.jzenith.postgresql.pgclient",
            "io.vertx.sqlclient.impl..", "org.jzenith.sql.sqlclient");

    /** Who may wait or subscribe besides the back hall, each with its reason. */
    private static final Map<String, String> MAY_SUBSCRIBE =
            Map.of("org.jzenith.core.Lifecycle", "a start and a stop wait on the thread that called run() or stop()");

    /** Who may wait for a future, each with its reason. */
    private static final Map<String, String> MAY_WAIT = Map.of(
            "org.jzenith.rest.dispatch.ReadArguments",
            "a parameter converter may promise a value; only the worker thread of a blocking method waits for it");

    /** The state of the JVM that is shared by need, each with its reason. */
    private static final Map<String, String> STATIC_STATE = Map.of(
            "org.jzenith.core.context.RequestContext.CURRENT",
                    "which request a thread works for is a fact of the thread",
            "org.jzenith.http.server.ProtocolDetector.PREFACE", "bytes that are only compared");

    private static JavaClasses house;

    @BeforeAll
    static void look() {
        house = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.jzenith");
    }

    @Test
    void allModulesAreLookedAt() {
        assertThat(List.of("core", "http", "rest", "sql", "postgresql", "postgresql.embedded", "test"))
                .allMatch(module -> house.containPackage("org.jzenith." + module));
    }

    @Test
    void restAndSqlDoNotKnowEachOther() {
        noClasses()
                .that()
                .resideInAPackage("org.jzenith.rest..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.jzenith.sql..",
                        "org.jzenith.postgresql..",
                        "io.vertx.pgclient..",
                        "io.vertx.sqlclient..",
                        "org.jooq..",
                        "org.flywaydb..",
                        "java.sql..",
                        "javax.sql..")
                .because("a server without a database is a server too")
                .check(house);
        noClasses()
                .that()
                .resideInAnyPackage("org.jzenith.sql..", "org.jzenith.postgresql..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.jzenith.rest..", "jakarta.ws.rs..", "org.jboss.resteasy..", "io.vertx.core.http..")
                .because("the database is used by jobs and commands that answer no request")
                .check(house);
    }

    @Test
    void coreKnowsNoOtherModule() {
        noClasses()
                .that()
                .resideInAPackage("org.jzenith.core..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.jzenith..")
                        .and(not(resideInAPackage("org.jzenith.core..")))
                        .as("belong to another module"))
                .because("dependencies point one way")
                .check(house);
        classes()
                .that()
                .resideInAPackage("org.jzenith.core..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jzenith.core..",
                        "com.google.inject..",
                        "jakarta.inject..",
                        "jakarta.validation..",
                        "org.hibernate.validator..",
                        "io.reactivex..",
                        "org.reactivestreams..",
                        "io.vertx.core..",
                        "io.netty.channel..",
                        "io.netty.util.concurrent..",
                        "io.smallrye.config..",
                        "io.smallrye.common..",
                        "org.eclipse.microprofile.config..",
                        "org.yaml.snakeyaml..",
                        "org.jspecify.annotations..",
                        "org.slf4j..")
                .because("metrics, HTTP, SQL and a logging backend are never core's business")
                .check(house);
    }

    @Test
    void httpKnowsNoJakartaRest() {
        classes()
                .that()
                .resideInAPackage("org.jzenith.http..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jzenith.core..",
                        "org.jzenith.http..",
                        "io.netty..",
                        "io.reactivex..",
                        "io.vertx.core..",
                        "org.jspecify.annotations..",
                        "org.slf4j..")
                .because("files, metrics and scripts will be served by the same listeners")
                .check(house);
    }

    @Test
    void sqlKnowsNoDriver() {
        classes()
                .that()
                .resideInAPackage("org.jzenith.sql..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jzenith.core..",
                        "org.jzenith.sql..",
                        "com.google.inject..",
                        "jakarta.inject..",
                        "jakarta.validation..",
                        "org.hibernate.validator..",
                        "io.netty.channel..",
                        "io.netty.util.concurrent..",
                        "io.reactivex..",
                        "org.reactivestreams..",
                        "io.smallrye.config..",
                        "io.vertx.core..",
                        "io.vertx.sqlclient..",
                        "org.jooq..",
                        "org.jspecify.annotations..",
                        "org.slf4j..")
                .because("PostgreSQL is the first database, not the only one")
                .check(house);
    }

    @Test
    void innerTypesOfALibraryAreImportedInOnePackage() {
        INNER_TYPES.forEach((inner, room) -> noClasses()
                .that()
                .resideOutsideOfPackage(room)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(inner)
                .because("a new version of the library may change them, and " + room + " has the tests that say so")
                .check(house));
    }

    @Test
    void onlyDispatchImplementsRequestAndResponseOfResteasy() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.jzenith.rest.dispatch")
                .should()
                .beAssignableTo("org.jboss.resteasy.spi.HttpRequest")
                .orShould()
                .beAssignableTo("org.jboss.resteasy.spi.HttpResponse")
                .because("one package handles a request and its response")
                .check(house);
    }

    @Test
    void internalPackagesHaveOneDoor() {
        final List<String> problems = packages().stream()
                .filter(room -> !FOR_USERS.contains(room.getName()))
                .flatMap(room -> {
                    final Set<String> doors = room.getClasses().stream()
                            .filter(ArchitectureTest::isPublicForUsers)
                            .map(JavaClass::getSimpleName)
                            .collect(Collectors.toCollection(TreeSet::new));
                    return doors.size() == 1
                            ? Rooms.doorIsNamed(room.getName(), doors.iterator().next()).stream()
                            : Stream.of(room.getName() + " should have one public type, but has " + doors);
                })
                .sorted()
                .toList();
        assertThat(problems)
                .as("an internal room has exactly one public type, which its package-info names; make the others"
                        + " package-private or, if users need them, move them to a package for users")
                .isEmpty();
    }

    @Test
    void whatTheRulesNameExists() {
        assertThat(packages()).extracting(JavaPackage::getName).containsAll(FOR_USERS);
        assertThat(SECOND_DOORS.keySet()).allMatch(house::contain);
        assertThat(MAY_SUBSCRIBE.keySet()).allMatch(house::contain);
        assertThat(STATIC_STATE.keySet()).allMatch(name -> {
            final int dot = name.lastIndexOf('.');
            return house.get(name.substring(0, dot))
                    .tryGetField(name.substring(dot + 1))
                    .isPresent();
        });
    }

    /** A type that SmallRye fills with settings is public by need and documented as keys, not as a type. */
    private static boolean isPublicForUsers(final JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.isTopLevelClass()
                && !type.isAnnotatedWith("io.smallrye.config.ConfigMapping")
                && !SECOND_DOORS.containsKey(type.getName());
    }

    @Test
    void onlyRxAndStartupSubscribeOrBlock() {
        final DescribedPredicate<JavaClass> rx = assignableTo(Single.class)
                .or(assignableTo(Maybe.class))
                .or(assignableTo(Completable.class))
                .or(assignableTo(Flowable.class))
                .or(assignableTo(Observable.class))
                .or(assignableTo("org.reactivestreams.Publisher"));
        final DescribedPredicate<JavaAccess<?>> subscribing = describe(
                "subscribe to or wait for an Rx type",
                call -> rx.test(call.getTargetOwner())
                        && (call.getName().startsWith("blocking")
                                || call.getName().equals("subscribe")
                                || call.getName().equals("subscribeWith")
                                || call.getName().equals("test"))
                        && !passesOn(call));
        noClasses()
                .that(not(resideInAPackage("org.jzenith.rest.rx")).and(not(named(MAY_SUBSCRIBE.keySet()))))
                .should()
                .accessTargetWhere(subscribing)
                .because("whoever subscribes must dispose when the client leaves, and only the edge knows when it does")
                .check(house);
    }

    /** An operator is subscribed to and passes the subscription on to its source. */
    private static boolean passesOn(final JavaAccess<?> call) {
        return call.getOrigin().getName().equals("subscribeActual");
    }

    @Test
    void nobodyWaitsForAFuture() {
        noClasses()
                .that(not(resideInAnyPackage("org.jzenith.test..", "org.jzenith.postgresql.embedded..")))
                .should()
                .accessTargetWhere(describe(
                        "wait for a future or sleep",
                        call -> (call.getTargetOwner().isAssignableTo(CompletableFuture.class)
                                        && Set.of("join", "get").contains(call.getName())
                                        && !MAY_WAIT.containsKey(
                                                call.getOriginOwner().getName()))
                                || (call.getTargetOwner().isEquivalentTo(Thread.class)
                                        && call.getName().equals("sleep"))))
                .because("an event loop must never wait; tests and the start of a process may")
                .check(house);
    }

    @Test
    void noStaticMutableState() {
        fields().that()
                .areStatic()
                .and(not(describe(
                        "are allowed by name",
                        field -> STATIC_STATE.containsKey(field.getOwner().getName() + "." + field.getName()))))
                .should(new Immutable())
                .because("two applications in one JVM must not meet")
                .check(house);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.jzenith.(**)").should().beFreeOfCycles().check(house);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(packages())
                .filteredOn(room -> !room.isAnnotatedWith(NullMarked.class))
                .extracting(JavaPackage::getName)
                .as("packages without a package-info.java with @NullMarked")
                .isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIsFor() {
        assertThat(packages())
                .extracting(JavaPackage::getName)
                .allSatisfy(room -> assertThat(Rooms.description(room)).as(room).hasSizeGreaterThan(60));
    }

    @Test
    void noDrawers() {
        final Pattern drawer =
                Pattern.compile(".*\\.(utils?|common|impl|models?|exceptions?|helpers?|misc|internal)(\\..*)?");
        assertThat(packages())
                .extracting(JavaPackage::getName)
                .as("packages named for what things are, not for what happens there")
                .noneMatch(name -> drawer.matcher(name).matches());
        noClasses()
                .should()
                .haveNameMatching(".*[a-z0-9](Impl|Manager|Utils?|Helpers?)(\\$.*)?")
                .because("a name says what a thing does; one implementation needs no interface")
                .check(house);
    }

    @Test
    void publicClassesAreFinalOrInterfacesOrRecordsOrEnumsOrAnnotationsOrExceptions() {
        classes()
                .that()
                .arePublic()
                .and()
                .areNotInterfaces()
                .and()
                .areNotEnums()
                .and()
                .areNotAssignableTo(Throwable.class)
                .should()
                .haveModifier(JavaModifier.FINAL)
                .because("open is a decision, and extension is through interfaces that were meant")
                .check(house);
    }

    @Test
    void nobodySetsSystemProperties() {
        noClasses()
                .should()
                .accessTargetWhere(describe(
                        "change system properties",
                        call -> call.getTargetOwner().isEquivalentTo(System.class)
                                && Set.of("setProperty", "setProperties", "clearProperty", "setOut", "setErr")
                                        .contains(call.getName())))
                .because("the JVM belongs to the application, and there may be two")
                .check(house);
    }

    @Test
    void nobodyPrints() {
        noClasses()
                .that(not(named(Set.of("org.jzenith.core.Bootstrap"))))
                .should()
                .accessTargetWhere(describe(
                        "print to the console",
                        access -> access.getTarget() instanceof AccessTarget.FieldAccessTarget field
                                        && field.getOwner().isEquivalentTo(System.class)
                                || access.getTarget().getFullName().endsWith(".printStackTrace()")))
                .because("there is a log; only the start prints, what --help and --explain-config ask for")
                .check(house);
    }

    @Test
    void nobodyEndsTheJvm() {
        noClasses()
                .that(not(named(
                        Set.of("org.jzenith.core.SecondSignal", "org.jzenith.http.server.ExitOnEventLoopTermination"))))
                .should()
                .accessTargetWhere(describe(
                        "end the JVM",
                        call -> (call.getTargetOwner().isEquivalentTo(System.class)
                                        || call.getTargetOwner().isEquivalentTo(Runtime.class))
                                && Set.of("exit", "halt").contains(call.getName())))
                .because("only a second signal asks for that, and an event loop that has died with its connections")
                .check(house);
    }

    private static DescribedPredicate<JavaClass> named(final Set<String> names) {
        return describe(
                "are among " + names,
                type -> names.stream()
                        .anyMatch(name ->
                                type.getName().equals(name) || type.getName().startsWith(name + "$")));
    }

    private static List<JavaPackage> packages() {
        return house.stream()
                .map(JavaClass::getPackage)
                .distinct()
                .sorted(Comparator.comparing(JavaPackage::getName))
                .toList();
    }
}
