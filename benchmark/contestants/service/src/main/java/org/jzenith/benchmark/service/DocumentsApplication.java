package org.jzenith.benchmark.service;

import org.jzenith.core.JZenith;
import org.jzenith.rest.RestApi;
import org.jzenith.rest.RestPlugin;

/** Starts an application that takes large documents and streams, with a request filter if {@code -Dservice.filter=true} is set. */
public final class DocumentsApplication {

    private DocumentsApplication() {}

    /**
     * The program.
     *
     * @param args settings such as {@code --rest.port=9090}
     */
    public static void main(final String... args) {
        final RestApi plugin = RestPlugin.withResources(DocumentResource.class, StreamResource.class);
        JZenith.application(args)
                .withPlugins(Boolean.getBoolean("service.filter") ? plugin.withProviders(HeaderFilter.class) : plugin)
                .withConfiguration("rest.server-header", "service")
                .run();
    }
}
