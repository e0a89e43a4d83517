package org.jzenith.restclient;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.tls.ClientTls;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;

/** A client of a running application. It exists before its settings and TLS files are read. */
interface BoundClient {

    /** Returns the object that users inject. */
    Object injected();

    /** Returns the mistakes in the methods of the interface. */
    List<StartProblem> problems();

    /** Reads the TLS files. The client accepts calls from then on. */
    void open();

    int calls();

    int places();

    Completable close();

    static RestClientConfiguration settings(final ClientDescription client, final Injector injector) {
        return injector.getInstance(Configuration.class)
                .qualified(client.name())
                .get(RestClientConfiguration.class);
    }

    /** Reads the TLS files. */
    static ClientTls tls(final ClientDescription client, final Injector injector) {
        return new ClientTls(
                settings(client, injector).tls(),
                "rest-client." + client.name() + ".tls",
                injector.getInstance(Configuration.class));
    }

    /** Returns the default headers. Headers from the settings override those from the code. */
    static Map<String, String> headers(final ClientDescription client, final RestClientConfiguration settings) {
        final Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(client.headers());
        settings.headers().forEach((name, value) -> all.put(headerName(name), value.get()));
        return all;
    }

    /** Replaces dots by hyphens, because a key from an environment variable has dots where the header name has hyphens. */
    static String headerName(final String key) {
        return key.replace('.', '-');
    }

    /** Returns the object that {@link #open} has created, and fails before that. */
    static <T> T opened(final @Nullable T made, final ClientDescription client) {
        if (made == null) {
            throw new IllegalStateException("The client '" + client.name()
                    + "' was called before it was ready. Call it later, or add \"rest-client." + client.name()
                    + "\" to requires() of the plugin that calls it.");
        }
        return made;
    }
}
