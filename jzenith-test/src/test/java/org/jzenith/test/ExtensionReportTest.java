package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs test classes that must fail, or that must be seen from outside, in an engine of their own. */
final class ExtensionReportTest {

    @BeforeEach
    void reset() {
        Samples.MIGRATIONS.set(0);
        Samples.DATABASES.clear();
    }

    @Test
    void threadThatStaysFailsTheClassWithItsStack() {
        final String report = failures(run(Samples.LeavesAThread.class));
        Samples.RELEASE.countDown();
        assertThat(report)
                .contains("left 1 thing behind")
                .contains("thread 'forgotten' (daemon)")
                .contains(CountDownLatch.class.getName() + ".await")
                .contains("Plugin.close");
    }

    @Test
    void anEventLoopThatCodeOfTheApplicationBlocksFailsTheTest() {
        final EngineExecutionResults results = run(Samples.BlocksAnEventLoop.class);
        assertThat(results.testEvents().failed().count()).isEqualTo(2);
        assertThat(failures(results))
                .contains("was blocked for ", "ms or longer by GET /sleep, request r-1, at shop.BlockingPlugin.sleep(")
                .contains("java.lang.Thread.sleep(", "shop.BlockingPlugin.lambda$answer$")
                .contains("by GET /compute, request r-1, at shop.BlockingPlugin.compute(")
                .contains("JZenithExtension.withoutEventLoopCheck()");
    }

    @Test
    void aTestThatBlocksOnPurposePasses() {
        assertThat(failures(run(Samples.MayBlockAnEventLoop.class))).isEmpty();
    }

    @Test
    void portThatStaysOpenFailsTheClass() {
        assertThat(failures(run(Samples.LeavesAPort.class)))
                .contains("open port: http://127.0.0.1:")
                .contains("thread 'vert.x-");
    }

    @Test
    void transactionThatWasForgottenFailsTheClass() throws Exception {
        final String report = failures(run(Samples.LeavesATransaction.class));
        for (final Connection connection : Samples.KEPT) {
            connection.close();
        }
        assertThat(report)
                .contains("before the stop: session ")
                .contains("idle in transaction, last statement: INSERT INTO cat")
                .contains("left 2 things behind");
    }

    @Test
    void startThatFailsIsReportedInTheWordsOfTheApplication() {
        assertThat(failures(run(Samples.DoesNotStart.class)))
                .contains("is not bound")
                .contains(Runnable.class.getName());
    }

    @Test
    void extensionThatIsNotRegisteredSaysSo() {
        assertThat(failures(run(Samples.IsNotRegistered.class)))
                .contains("is not running")
                .contains("@RegisterExtension");
    }

    @Test
    void classesGetFreshCopiesOfADatabaseThatWasMigratedOnce() {
        assertThat(failures(run(Samples.WritesACat.class, Samples.WritesAnotherCat.class)))
                .isEmpty();
        assertThat(Samples.DATABASES).hasSize(2);
        assertThat(Samples.MIGRATIONS).hasValue(1);
    }

    @Test
    void classesThatRunAtTheSameTimeDoNotDisturbEachOther() {
        final EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.classes.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "3")
                .selectors(selectors(
                        Samples.WritesACat.class, Samples.WritesAnotherCat.class, Samples.HasOtherMigrations.class))
                .execute();
        assertThat(failures(results)).isEmpty();
        assertThat(Samples.DATABASES).hasSize(3);
        assertThat(Samples.MIGRATIONS).hasValue(2);
    }

    @Test
    void otherSettingsOfTheDatabaseHaveATemplateOfTheirOwn() {
        assertThat(failures(run(Samples.WritesACat.class, Samples.HasOtherMigrations.class)))
                .isEmpty();
        assertThat(Samples.MIGRATIONS).hasValue(2);
    }

    @Test
    void restartKeepsTheDatabase() {
        assertThat(failures(run(Samples.Restarts.class))).isEmpty();
        assertThat(Samples.MIGRATIONS).hasValue(1);
    }

    @Test
    void theServerOfTheTestRunHasAMinuteToAcceptConnections() {
        assertThat(failures(run(Samples.HasTimeToConnect.class))).isEmpty();
    }

    @Test
    void testThatOptsOutUsesTheDatabaseOfTheRecipe() {
        assertThat(failures(run(Samples.OptsOut.class))).isEmpty();
        assertThat(Samples.MIGRATIONS).hasValue(1);
    }

    private static EngineExecutionResults run(final Class<?>... classes) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectors(classes))
                .execute();
    }

    private static DiscoverySelector[] selectors(final Class<?>... classes) {
        return Arrays.stream(classes).map(DiscoverySelectors::selectClass).toArray(DiscoverySelector[]::new);
    }

    /** The messages of everything that failed; the number of tests proves that they ran at all. */
    static String failures(final EngineExecutionResults results) {
        assertThat(results.containerEvents().started().count()).isGreaterThan(1);
        return results.allEvents().finished().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .flatMap(result -> result.getThrowable().stream())
                .map(Throwable::getMessage)
                .collect(Collectors.joining("\n"));
    }
}
