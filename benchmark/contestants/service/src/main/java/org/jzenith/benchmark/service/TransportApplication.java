package org.jzenith.benchmark.service;

import org.jzenith.core.JZenith;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;

/** Starts an application with large answers, large bodies and files, all in the folder {@code benchmark.folder}. */
public final class TransportApplication {

    private TransportApplication() {}

    /**
     * The program.
     *
     * @param args settings such as {@code --rest.port=9090}
     */
    public static void main(final String... args) {
        JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(GreetingResource.class, ManyItemsResource.class, UploadResource.class),
                        StaticFiles.of(StaticFiles.at("/files", System.getProperty("benchmark.folder"))),
                        PostgresqlPlugin.create())
                .withConfiguration("rest.server-header", "service")
                .withConfiguration("rest.max-body-size", "200M")
                .run();
    }
}
