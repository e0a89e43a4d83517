package org.jzenith.example.javascript;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.javascript.test.JavaScriptTests;
import org.jzenith.test.JZenithExtension;

/** The tests that are written in JavaScript, beside the handlers. */
final class PriceHandlersTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(JavaScriptApplication::application);

    // region tests
    @TestFactory
    Stream<DynamicNode> scripts() {
        return JavaScriptTests.of("handlers", APP::http);
    }
    // endregion
}
