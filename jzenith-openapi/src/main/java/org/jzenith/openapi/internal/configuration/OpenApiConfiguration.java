package org.jzenith.openapi.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.TextConverter;
import org.jzenith.http.internal.configuration.HttpText;

/** The settings of the OpenAPI document. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "openapi")
public interface OpenApiConfiguration {

    /**
     * The path of the document, without {@code .json} or {@code .yaml}.
     *
     * @return a path such as {@code /openapi}
     */
    @WithDefault("/openapi")
    @WithConverter(HttpText.AbsolutePath.class)
    @Description("The path of the document without its suffix: jZenith appends .json and .yaml.")
    String path();

    /**
     * The version of OpenAPI.
     *
     * @return 3.1 or 3.2
     */
    @WithDefault("3.1")
    @WithConverter(VersionText.class)
    @Description("The version of OpenAPI: 3.1 or 3.2. Only 3.2 describes the elements of streams.")
    String version();

    /**
     * The title of the API.
     *
     * @return a name for people
     */
    @WithDefault("API")
    @Description("The title of the API in the document.")
    String title();

    /**
     * The version of the API.
     *
     * @return the version, for example {@code 2.1.0}
     */
    @WithDefault("1.0.0")
    @Description("The version of the API in the document.")
    String apiVersion();

    /**
     * The base URLs of the API on the first listener.
     *
     * @return empty for the host from which a client has read the document
     */
    @Description(
            "The base URLs of the API on the first listener, for example behind a proxy that adds a path. When not set, clients use"
                    + " the host that serves the document.")
    Optional<List<String>> servers();

    /**
     * The settings of the page that shows the document.
     *
     * @return a group of settings
     */
    Page ui();

    /** The settings of the page that shows the document. */
    interface Page {

        /**
         * True if the page is served.
         *
         * @return empty to serve it in development mode only
         */
        @Description("Serves a page that shows the document; needs org.webjars:swagger-ui. When not set, the page is "
                + "served in development mode only.")
        Optional<Boolean> enabled();

        /**
         * The path of the page.
         *
         * @return a path such as {@code /docs}
         */
        @WithDefault("/docs")
        @WithConverter(HttpText.AbsolutePath.class)
        @Description("The path of the page that shows the document.")
        String path();
    }

    /** A version of OpenAPI. */
    @SuppressWarnings("serial")
    final class VersionText extends TextConverter {

        /** Created by SmallRye. */
        public VersionText() {
            super("3\\.1|3\\.2", "3.1 or 3.2");
        }
    }
}
