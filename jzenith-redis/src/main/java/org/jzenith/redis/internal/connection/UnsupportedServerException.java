package org.jzenith.redis.internal.connection;

/** Thrown when a server answers that this client does not support. Trying again does not help. */
public final class UnsupportedServerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int OLDEST = 6;

    private final String remedy;

    private UnsupportedServerException(final String reason, final String remedy) {
        super(reason);
        this.remedy = remedy;
    }

    /** Returns what the operator can do. */
    public String remedy() {
        return remedy;
    }

    /**
     * Checks a server.
     *
     * @param info its reply to INFO
     * @throws UnsupportedServerException if it is a Redis Cluster, or too old
     */
    static void check(final String info) {
        if (value(info, "redis_mode").equals("cluster")) {
            throw new UnsupportedServerException(
                    "it is a Redis Cluster, which jZenith does not support",
                    "Use a single server, or a master with replicas and Sentinel.");
        }
        final String version = value(info, "redis_version");
        final int dot = version.indexOf('.');
        if (dot > 0 && Integer.parseInt(version.substring(0, dot)) < OLDEST) {
            throw new UnsupportedServerException(
                    "it has the version " + version, "Update it to " + OLDEST + " or newer.");
        }
    }

    private static String value(final String info, final String name) {
        return info.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }
}
