package org.jzenith.http.internal.listener;

import io.vertx.core.http.HttpServerOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.start.ClaimedAddresses;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.internal.configuration.HttpConfiguration;
import org.jzenith.http.internal.configuration.ListenerConfiguration;
import org.jzenith.http.internal.server.HttpListener;
import org.jzenith.http.internal.tls.ServerTls;
import org.jzenith.http.request.Networks;

/** The addresses on which a plugin listens, read from its settings and files. */
final class ListenerAddresses {

    private final HttpConfiguration settings;
    private final Configuration configuration;
    private final ListenerName plugin;
    private final HttpServerOptions options;
    private final ClaimedAddresses claimed;
    private final List<StartProblem> problems;

    /**
     * @param options for all listeners, with host and port of the first
     * @param claimed the addresses of all plugins; those of this one are added
     * @param problems invalid settings are added
     */
    ListenerAddresses(
            final HttpConfiguration settings,
            final Configuration configuration,
            final ListenerName plugin,
            final HttpServerOptions options,
            final ClaimedAddresses claimed,
            final List<StartProblem> problems) {
        this.settings = settings;
        this.configuration = configuration;
        this.plugin = plugin;
        this.options = options;
        this.claimed = claimed;
        this.problems = problems;
    }

    /** Looks for mistakes in the files of TLS of all listeners. */
    static void checkFiles(final HttpConfiguration settings, final Configuration configuration) {
        final List<StartProblem> problems = new ArrayList<>();
        StartException.collect(problems, () -> checkFiles(settings, "rest", configuration));
        settings.listeners()
                .forEach((name, listener) -> StartException.collect(
                        problems, () -> checkFiles(listener, "rest.listeners." + name, configuration)));
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    private static @Nullable Object checkFiles(
            final ListenerConfiguration listener, final String key, final Configuration configuration) {
        ServerTls.checkFiles(listener.tls(), key + ".tls", configuration);
        return null;
    }

    /**
     * Returns the prefix of the settings of each listener with a port, by its name, the plugin's first.
     *
     * @param settings null if they are wrong
     */
    static Map<String, String> prefixes(final ListenerName plugin, final @Nullable HttpConfiguration settings) {
        final Map<String, String> prefixes = new LinkedHashMap<>();
        prefixes.put(plugin.plugin(), "rest");
        if (settings != null) {
            new TreeMap<>(settings.listeners()).forEach((name, listener) -> {
                if (listener.port().isPresent() && listener.unixSocket().isEmpty()) {
                    prefixes.put(plugin + ".listeners." + name, "rest.listeners." + name);
                }
            });
        }
        return prefixes;
    }

    /** The listener of the plugin, then the further ones in the order of their names. */
    List<HttpListener.Address> all() {
        final List<HttpListener.Address> all = new ArrayList<>();
        final boolean asSet = options.getPort() == settings.port();
        if (asSet && isWithoutAddress()) {
            final String key = configuration.key("rest");
            problems.add(StartProblem.of("The listener " + key + " has neither a port nor a Unix socket.")
                    .remedy("Set " + key + ".port or " + key + ".unix-socket. Only this machine can connect unless "
                            + key + ".host is set."));
        } else {
            claim("rest", settings, options, asSet);
        }
        all.add(address(plugin.plugin(), "rest", settings, options));
        for (final Map.Entry<String, HttpConfiguration.FurtherListener> further :
                new TreeMap<>(settings.listeners()).entrySet()) {
            final String key = "rest.listeners." + further.getKey();
            final HttpConfiguration.FurtherListener listener = further.getValue();
            if (listener.port().isEmpty() && listener.unixSocket().isEmpty()) {
                problems.add(StartProblem.of("The listener " + key + " has neither a port nor a Unix socket.")
                        .remedy("Set " + key + ".port or " + key + ".unix-socket."));
            }
            final HttpServerOptions own = new HttpServerOptions(options)
                    .setHost(host(listener, plugin))
                    .setPort(listener.port().orElse(0));
            claim(key, listener, own, true);
            all.add(address(plugin + ".listeners." + further.getKey(), key, listener, own));
        }
        return all;
    }

    /** Returns the address to listen on. A named plugin is usually for operators, so it is local unless a setting says otherwise. */
    static String host(final ListenerConfiguration listener, final ListenerName plugin) {
        return listener.host().orElse(plugin.equals(ListenerName.MAIN) ? "0.0.0.0" : "localhost");
    }

    /** Returns true for a named plugin without its own address; the default port is that of the plugin without a name. */
    private boolean isWithoutAddress() {
        return !plugin.equals(ListenerName.MAIN)
                && settings.unixSocket().isEmpty()
                && configuration.origin("rest.port").isEmpty();
    }

    /** @param asSet false if the port is not that of the setting */
    private void claim(
            final String prefix,
            final ListenerConfiguration listener,
            final HttpServerOptions own,
            final boolean asSet) {
        final String socketKey = prefix + ".unix-socket";
        final String portKey = prefix + ".port";
        listener.unixSocket()
                .ifPresentOrElse(
                        socket -> claimed.claimSocket(configuration.key(socketKey), socket, origin(socketKey)),
                        () -> claimed.claimPort(
                                configuration.key(prefix),
                                own.getHost(),
                                own.getPort(),
                                asSet ? origin(portKey) : "withServerOptions(..)"));
    }

    private String origin(final String key) {
        return configuration.origin(key).orElse("the default of " + configuration.key(key));
    }

    private HttpListener.Address address(
            final String name, final String key, final ListenerConfiguration listener, final HttpServerOptions own) {
        return new HttpListener.Address(
                name,
                key,
                own,
                listener.unixSocket().orElse(null),
                listener.unixSocketMode(),
                tls(key + ".tls", listener),
                proxies(key + ".proxy-protocol", listener));
    }

    private @Nullable ServerTls tls(final String key, final ListenerConfiguration listener) {
        return StartException.collect(
                problems,
                () -> ServerTls.of(
                                listener.tls(),
                                key,
                                configuration,
                                settings.http2().enabled())
                        .orElse(null));
    }

    /** Null for a listener without the PROXY protocol. */
    private @Nullable Predicate<@Nullable String> proxies(final String key, final ListenerConfiguration listener) {
        if (!listener.proxyProtocol()) {
            return null;
        }
        final List<String> trusted = settings.trustedProxies().orElse(List.of());
        if (trusted.isEmpty()) {
            problems.add(StartProblem.of(key + " is on, but rest.trusted-proxies is empty, so every connection would"
                            + " be refused.")
                    .from(configuration.origin(key).orElse(null))
                    .remedy("Set rest.trusted-proxies to the addresses of the load balancers."));
            return null;
        }
        try {
            final Networks networks = Networks.of(trusted);
            return address -> networks.contain(address == null ? "unix" : address);
        } catch (final IllegalArgumentException e) {
            return null; // reported with the limits
        }
    }
}
