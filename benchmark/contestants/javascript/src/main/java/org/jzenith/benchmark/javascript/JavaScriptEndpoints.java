package org.jzenith.benchmark.javascript;

import org.jzenith.core.JZenith;
import org.jzenith.javascript.JavaScriptPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;

/** Starts the endpoints in JavaScript. */
public final class JavaScriptEndpoints {

    private JavaScriptEndpoints() {}

    /**
     * The program.
     *
     * @param args settings such as {@code --rest.port=9090}
     */
    public static void main(final String... args) {
        JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(), PostgresqlPlugin.create(), JavaScriptPlugin.at("/", "handlers"))
                // 500 queries in one request take longer until the code is compiled.
                .withConfiguration("javascript.max-turn", "10s")
                .run();
    }
}
