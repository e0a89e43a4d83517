package org.jzenith.openapi.types;

import org.jzenith.core.JZenith;
import org.jzenith.http.problem.Problem;
import org.jzenith.openapi.OpenApiPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rxjava3.RxJava3Plugin;
import org.jzenith.security.SecurityPlugin;

/** An application with every type of result, argument and body. */
public final class TypesApplication {

    /** A key whose owner has the role {@code editor}. */
    public static final String KEY = "key of an editor";

    private TypesApplication() {}

    /** Starts it. */
    public static void main(final String... args) {
        application(args).run();
    }

    /** Returns the application before its start. */
    public static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(
                                        ResultResource.class,
                                        StreamResource.class,
                                        ArgumentResource.class,
                                        BodyResource.class,
                                        FormResource.class,
                                        ShapeResource.class,
                                        FailureResource.class)
                                .withMapping(FailureResource.SoldOut.class, 409, "There are no more.")
                                .withMapping(
                                        FailureResource.Gone.class,
                                        e -> Problem.of(410).withDetail("It was there.")),
                        SecurityPlugin.create().withApiKeys(),
                        RxJava3Plugin.create(),
                        OpenApiPlugin.create())
                .withModules(binder -> binder.bind(FailureResource.Odd.class).toInstance(new FailureResource.Odd()))
                .withConfiguration("security.failed-attempts.per-network", 1_000_000)
                .withConfiguration("security.api-keys.editor.roles", "editor")
                .withConfiguration(
                        "security.api-keys.editor.hashes",
                        "11c65f614ec16e78e8a2b2a547d37db72064ba64bfc6da7a627b04a2edf720bb");
    }
}
