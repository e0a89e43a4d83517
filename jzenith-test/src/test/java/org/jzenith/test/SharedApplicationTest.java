package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Test classes that share an application, in an engine of their own, whose end is the end of the test run. */
final class SharedApplicationTest {

    private static final int OF_TEMPLATE = 1;

    @BeforeEach
    void reset() {
        SharedSamples.STARTS.set(0);
        SharedSamples.MIGRATIONS.set(0);
        SharedSamples.APPLICATIONS.clear();
    }

    @AfterEach
    void end() throws SQLException {
        SharedSamples.WORK.set(0);
        for (final Connection connection : SharedSamples.KEPT) {
            connection.close();
        }
        SharedSamples.KEPT.clear();
    }

    @Test
    void fiveClassesStartTheApplicationOnceAndEachHasACleanDatabase() {
        assertThat(failures(run(
                        SharedSamples.First.class,
                        SharedSamples.Second.class,
                        SharedSamples.Third.class,
                        SharedSamples.OneLocked.class,
                        SharedSamples.OtherLocked.class)))
                .isEmpty();
        assertThat(SharedSamples.STARTS).hasValue(OF_TEMPLATE + 1);
        assertThat(SharedSamples.MIGRATIONS).hasValue(1);
        assertThat(SharedSamples.APPLICATIONS).hasSize(1);
    }

    @Test
    void aNestedClassHasTheDatabaseOfItsClassAndMayHaveAnApplicationOfItsOwn() {
        assertThat(failures(run(SharedSamples.WithNested.class, SharedSamples.First.class)))
                .isEmpty();
        assertThat(SharedSamples.STARTS).hasValue(OF_TEMPLATE + 2);
        assertThat(SharedSamples.APPLICATIONS).hasSize(2);
    }

    @Test
    void anInstanceFieldGivesEachMethodACleanDatabase() {
        assertThat(failures(run(SharedSamples.ForEachMethod.class, SharedSamples.First.class)))
                .isEmpty();
        assertThat(SharedSamples.APPLICATIONS).hasSize(1);
    }

    @Test
    void aClassThatLeavesWorkFailsAndTheNextOneGetsANewApplication() {
        assertThat(failures(run(SharedSamples.LeavesWork.class, SharedSamples.First.class)))
                .contains("in progress after the last test: mail.in-flight is 1")
                .contains("after the last test: session ")
                .contains("idle in transaction, last statement: INSERT INTO cat");
        assertThat(SharedSamples.APPLICATIONS).hasSize(2);
    }

    @Test
    void aRestartThatFailsDropsTheDatabaseAndTheNextClassGetsANewApplication() {
        assertThat(failures(run(SharedSamples.RestartFails.class, SharedSamples.First.class)))
                .isEmpty();
        assertThat(SharedSamples.APPLICATIONS).hasSize(2);
    }

    @Test
    void aClassThatDoesNotRegisterTheApplicationCannotUseIt() {
        assertThat(failures(run(SharedSamples.OneWithoutDatabase.class, SharedSamples.DoesNotRegister.class)))
                .contains("is not running")
                .contains("@RegisterExtension");
    }

    @Test
    void withoutADatabaseOfTheTestKitTheSessionsStayOpen() {
        SharedSamples.PAUSES.set(0);
        assertThat(failures(run(SharedSamples.OneWithoutDatabase.class, SharedSamples.OtherWithoutDatabase.class)))
                .isEmpty();
        assertThat(SharedSamples.STARTS).hasValue(1);
        assertThat(SharedSamples.PAUSES).hasValue(0);
    }

    @Test
    void aBlockedEventLoopIsReportedBesideWhatIsLeft() {
        SharedSamples.threadEnds = new CountDownLatch(1);
        final Throwable failure = run(SharedSamples.BlocksAndForgets.class).testEvents().failed().stream()
                .flatMap(event -> event.getRequiredPayload(TestExecutionResult.class).getThrowable().stream())
                .findFirst()
                .orElseThrow();
        SharedSamples.threadEnds.countDown();
        assertThat(failure).hasMessageContaining("thread 'forgotten'");
        assertThat(failure.getSuppressed()).hasSize(1);
        assertThat(failure.getSuppressed()[0]).hasMessageContaining("was blocked for ");
    }

    /** As Surefire does, which reports what the close throws as an error of the forked process. */
    @Test
    void whatTheApplicationLeavesFailsTheCloseOfALauncherSession() {
        SharedSamples.threadEnds = new CountDownLatch(1);
        final LauncherSession session = LauncherFactory.openSession();
        session.getLauncher()
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectors(SharedSamples.Forgets.class))
                        .build());
        assertThatThrownBy(session::close)
                .hasStackTraceContaining("The application has stopped but left 1 thing behind")
                .hasStackTraceContaining("thread 'forgotten'");
        SharedSamples.threadEnds.countDown();
    }

    @Test
    void whatTheApplicationLeavesFailsTheEndOfTheRun() {
        SharedSamples.threadEnds = new CountDownLatch(1);
        assertThatThrownBy(() -> run(SharedSamples.Forgets.class))
                .hasStackTraceContaining("The application has stopped but left 1 thing behind")
                .hasStackTraceContaining("thread 'forgotten'");
        SharedSamples.threadEnds.countDown();
    }

    @Test
    void classesThatRunAtTheSameTimeAreRefused() {
        assertThat(failures(runInParallel(SharedSamples.OneParallel.class, SharedSamples.OtherParallel.class)))
                .contains("share an application, and cannot run at the same time.")
                .contains("OneParallel", "OtherParallel")
                .contains("@ResourceLock(\"application\")");
        assertThat(SharedSamples.STARTS).hasValue(1);
    }

    @Test
    void classesWithAResourceLockRunOneAfterTheOther() {
        assertThat(failures(runInParallel(SharedSamples.OneLocked.class, SharedSamples.OtherLocked.class)))
                .isEmpty();
        assertThat(SharedSamples.APPLICATIONS).hasSize(1);
    }

    @Test
    void twoClassesThatWantOnePortAreTold() {
        assertThat(failures(run(SharedSamples.OneWithoutDatabase.class, SharedSamples.WantsItsPort.class)))
                .contains("already in use")
                .contains("Remove rest.port from withOverridingConfiguration(..)")
                .contains("APP.http().uri()");
    }

    private static EngineExecutionResults run(final Class<?>... classes) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectors(classes))
                .execute();
    }

    private static EngineExecutionResults runInParallel(final Class<?>... classes) {
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.classes.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "2")
                .selectors(selectors(classes))
                .execute();
    }

    private static DiscoverySelector[] selectors(final Class<?>... classes) {
        return Arrays.stream(classes).map(DiscoverySelectors::selectClass).toArray(DiscoverySelector[]::new);
    }

    private static String failures(final EngineExecutionResults results) {
        return ExtensionReportTest.failures(results);
    }
}
