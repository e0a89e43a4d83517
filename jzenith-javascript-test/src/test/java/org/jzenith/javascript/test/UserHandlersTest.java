package org.jzenith.javascript.test;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.http.HttpPlugin;
import org.jzenith.javascript.JavaScriptPlugin;
import org.jzenith.test.JZenithExtension;

/** The tests in {@code handlers/*.test.js}. */
final class UserHandlersTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
                    .withPlugins(HttpPlugin.create(), JavaScriptPlugin.at("/api", "handlers"))
                    .withOverridingConfiguration("javascript.max-turn", "1s")
                    .withOverridingConfiguration("jzenith.event-loops", 1))
            .withoutEventLoopCheck();

    @TestFactory
    Stream<DynamicNode> scripts() {
        return JavaScriptTests.of("handlers", APP::http);
    }
}
