package org.jzenith.postgresql.internal.configuration;

/** The role of the server that read-only connections need, in the words of libpq's {@code target_session_attrs}. */
public enum ReadOnlyTarget {
    PREFER_STANDBY,
    STANDBY,
    PRIMARY;

    /** Returns the role; for {@link #PREFER_STANDBY} that of the preferred server. */
    public TargetServer server() {
        return this == PRIMARY ? TargetServer.PRIMARY : TargetServer.STANDBY;
    }
}
