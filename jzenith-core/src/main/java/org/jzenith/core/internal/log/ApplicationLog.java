package org.jzenith.core.internal.log;

/** The log of an application's start, stop and event loops; several classes write it. */
public final class ApplicationLog {

    /** The name of the logger: the type that users know. A reference to the type would tie its writers together. */
    public static final String NAME = "org.jzenith.core.JZenith";

    private ApplicationLog() {}
}
