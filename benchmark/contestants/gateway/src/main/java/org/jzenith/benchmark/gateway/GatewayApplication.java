package org.jzenith.benchmark.gateway;

import java.util.Arrays;
import org.jzenith.core.JZenith;
import org.jzenith.observability.ObservabilityPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.RestClientPlugin;

/**
 * Starts the service ({@code peer}), the same with clients that nobody uses ({@code ten}), or a gateway whose calls are {@code typed}, with
 * metrics ({@code observed}), by {@code hand}, or RESTEasy's ({@code standard}).
 */
public final class GatewayApplication {

    private GatewayApplication() {}

    /**
     * The program.
     *
     * @param args the kind, and settings
     */
    public static void main(final String... args) {
        final JZenith application = JZenith.application(Arrays.copyOfRange(args, 1, args.length));
        switch (args[0]) {
            case "peer" -> application.withPlugins(RestPlugin.withResources(Articles.class));
            case "ten" -> {
                application.withPlugins(RestPlugin.withResources(Articles.class));
                for (int i = 1; i <= 10; i++) {
                    application
                            .withPlugins(RestClientPlugin.of(ArticleApi.class, "articles" + i)
                                    .withNamedBinding())
                            .withConfiguration("rest-client.articles" + i + ".url", "http://localhost");
                }
            }
            case "typed" ->
                application.withPlugins(
                        RestPlugin.withResources(GatewayResource.class),
                        RestClientPlugin.of(ArticleApi.class, "articles"));
            case "observed" ->
                application.withPlugins(
                        RestPlugin.withResources(GatewayResource.class),
                        RestClientPlugin.of(ArticleApi.class, "articles"),
                        ObservabilityPlugin.create());
            case "hand" ->
                application
                        .withPlugins(
                                RestPlugin.withResources(GatewayResource.class),
                                // for its settings
                                RestClientPlugin.of(ArticleApi.class, "articles")
                                        .withNamedBinding())
                        .withModules(binder -> binder.bind(ArticleApi.class).to(HandWrittenArticles.class));
            case "standard" ->
                application
                        .withPlugins(
                                RestPlugin.withResources(GatewayResource.class), RestClientPlugin.standard("articles"))
                        .withModules(binder -> binder.bind(ArticleApi.class).to(StandardArticles.class));
            default ->
                throw new IllegalArgumentException(
                        "The first argument is peer, ten, typed, observed, standard or hand.");
        }
        application.run();
    }
}
