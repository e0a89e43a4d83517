package org.jzenith.sql.driver;

/**
 * A host and port.
 *
 * @param host a name or address
 * @param port 1 to 65535
 */
public record ServerAddress(String host, int port) {

    /** Returns host and port as in a URL. */
    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
