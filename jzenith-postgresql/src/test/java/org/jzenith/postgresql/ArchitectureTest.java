package org.jzenith.postgresql;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;

@AnalyzeClasses(packages = "org.jzenith.postgresql", importOptions = ArchitectureTest.MainClasses.class)
class ArchitectureTest {

    /** What this module publishes; the embedded server shares the name but is a module of its own. */
    static final class MainClasses implements ImportOption {
        @Override
        public boolean includes(final Location location) {
            return new DoNotIncludeTests().includes(location) && !location.contains("/postgresql/embedded/");
        }
    }

    @ArchTest
    static final ArchRule restAndPostgresqlDoNotKnowEachOther =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("org.jzenith.rest..", "jakarta.ws.rs..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("org.jzenith.(postgresql..)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule noStaticMutableState =
            fields().that().areStatic().should().beFinal();

    @ArchTest
    static final ArchRule concreteClassesAreFinal = classes()
            .that()
            .areNotInterfaces()
            .and()
            .areNotEnums()
            .and()
            .doNotHaveFullyQualifiedName("org.jzenith.postgresql.error.PostgresqlException")
            .should()
            .haveModifier(JavaModifier.FINAL);

    @ArchTest
    static final ArchRule onlyMigrationsUseJdbc = noClasses()
            .that()
            .resideOutsideOfPackage("org.jzenith.postgresql.migration")
            .and()
            .doNotHaveSimpleName("JooqValues")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "org.postgresql..", "org.flywaydb..");

    @ArchTest
    static void internalPackagesHaveOneDoor(final JavaClasses all) {
        for (final String room : List.of("connection", "health", "migration")) {
            assertThat(all.stream()
                            .filter(type -> type.getPackageName().equals("org.jzenith.postgresql." + room))
                            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                            .map(JavaClass::getSimpleName)
                            .toList())
                    .as(room)
                    .hasSize(1);
        }
    }
}
