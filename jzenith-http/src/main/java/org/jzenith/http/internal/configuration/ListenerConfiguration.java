package org.jzenith.http.internal.configuration;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.http.internal.tls.TlsConfiguration;

/** The address of a listener, and its settings for proxies; a group of settings. Immutable and thread-safe. */
public interface ListenerConfiguration {

    /**
     * The address of this machine to listen on.
     *
     * @return a host name or IP address; empty for {@code 0.0.0.0}, or {@code localhost} if a plugin with a qualifier opens the listener
     */
    @Description(
            "The local address to listen on. The default is 0.0.0.0, or localhost for a named plugin such as rest.admin.")
    Optional<@WithConverter(Ranges.NotBlank.class) String> host();

    /**
     * The Unix socket to listen on, instead of host and port.
     *
     * @return a path that does not exist, or is a socket on which nobody listens
     */
    @Description("The Unix socket to listen on, instead of host and port.")
    Optional<Path> unixSocket();

    /**
     * The permissions of the Unix socket.
     *
     * @return file permissions as octal digits
     */
    @WithDefault("660")
    @WithConverter(HttpText.FileMode.class)
    @Description("The permissions of the Unix socket, in octal.")
    String unixSocketMode();

    /**
     * Expects a PROXY protocol header at the start of each connection.
     *
     * @return true for a listener behind a load balancer that sends it
     */
    @WithDefault("false")
    @Description("Requires a PROXY protocol header (version 1 or 2) with the client's address; only "
            + "rest.trusted-proxies may connect.")
    boolean proxyProtocol();

    /**
     * TLS.
     *
     * @return the settings of TLS
     */
    TlsConfiguration tls();
}
