package org.acme.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.problem.StartException;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.DriverConnection;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.plugin.DatabasePlugin;

/** A driver whose connections the server accepts, and which are not what jZenith expects, as those of another version may be. */
final class UnusableConnectionTest {

    private static <T> T proxy(final Class<T> type, final T original, final Map<String, InvocationHandler> changed) {
        return type.cast(Proxy.newProxyInstance(
                UnusableConnectionTest.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        final Object result = method.invoke(original, arguments);
                        final InvocationHandler change = changed.get(method.getName());
                        return change == null ? result : change.invoke(result, method, arguments);
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /** Returns the product of the tests; its driver connects in another way, which gets that driver. */
    static DatabaseProduct<?> product(final InvocationHandler connect) {
        return proxy(
                DatabaseProduct.class,
                new AcmeProduct(),
                Map.of(
                        "driver",
                        (driver, created, settings) -> Proxy.newProxyInstance(
                                UnusableConnectionTest.class.getClassLoader(),
                                new Class<?>[] {SqlDriver.class},
                                (self, method, arguments) -> method.getName().equals("connect")
                                        ? connect.invoke(driver, method, arguments)
                                        : method.invoke(driver, arguments))));
    }

    private static Object withUnknownType(final Object opening) {
        return proxy(
                DriverConnection.class,
                (DriverConnection) opening,
                Map.of(
                        "opened",
                        (opened, method, arguments) -> ((Future<?>) opened)
                                .map(open -> proxy(SqlConnection.class, (SqlConnection) open, Map.of()))));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theStartFailsAtOnceWithTheCause(final boolean opens) {
        final DatabaseProduct<?> product = product((driver, method, arguments) -> {
            if (opens) {
                return withUnknownType(method.invoke(driver, arguments));
            }
            throw new NoSuchMethodError("of another version");
        });
        final StartException error = catchThrowableOfType(
                StartException.class,
                () -> AcmeServer.on(DatabasePlugin.create(product), AcmeServer.freshDatabase())
                        .run());
        assertThat(error).isNotNull();
        assertThat(error.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .contains("jZenith cannot use a connection to Acme DB")
                        .contains(opens ? "ClassCastException" : "NoSuchMethodError: of another version")
                        .contains("mvn dependency:tree")
                        .doesNotContain("tried for"));
        assertThat(error.problems().get(0).cause())
                .hasRootCauseInstanceOf(opens ? ClassCastException.class : NoSuchMethodError.class);
    }
}
