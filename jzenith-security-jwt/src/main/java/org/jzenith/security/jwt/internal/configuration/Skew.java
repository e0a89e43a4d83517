package org.jzenith.security.jwt.internal.configuration;

import java.time.Duration;
import org.jzenith.core.configuration.converter.DurationConverter;

/** The difference between two clocks. More than a minute is a broken clock. */
@SuppressWarnings("serial")
public final class Skew extends DurationConverter {

    /** Called by SmallRye. */
    public Skew() {
        super(Duration.ZERO, Duration.ofSeconds(60));
    }
}
