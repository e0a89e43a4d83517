package org.jzenith.core.configuration.converter;

import java.time.Duration;

/**
 * Converters for common ranges of settings.
 *
 * <pre>{@code
 * @WithDefault("20")
 * @WithConverter(Ranges.Positive.class)
 * int pageSize();
 * }</pre>
 */
@SuppressWarnings("serial")
public final class Ranges {

    private Ranges() {}

    /** The port of a server. */
    public static final class Port extends WholeNumberConverter {

        public Port() {
            super(1, 65_535);
        }
    }

    /** A port to listen on, 0 for any free one. */
    public static final class ListenPort extends WholeNumberConverter {

        public ListenPort() {
            super(0, 65_535);
        }
    }

    /** A number of one or more. */
    public static final class Positive extends WholeNumberConverter {

        public Positive() {
            super(1, Integer.MAX_VALUE);
        }
    }

    /** A number of zero or more. */
    public static final class NotNegative extends WholeNumberConverter {

        public NotNegative() {
            super(0, Integer.MAX_VALUE);
        }
    }

    /** A number of event loops, or a number per event loop, from 1 to 1,024. */
    public static final class EventLoops extends WholeNumberConverter {

        public EventLoops() {
            super(1, 1024);
        }
    }

    /** A number of threads, connections or waiting calls, from 1 to 100,000. */
    public static final class Threads extends WholeNumberConverter {

        public Threads() {
            super(1, 100_000);
        }
    }

    /** A number of stored entries, from 0 to 65,536. */
    public static final class Kept extends WholeNumberConverter {

        public Kept() {
            super(0, 65_536);
        }
    }

    /** A duration of one millisecond or more. */
    public static final class PositiveDuration extends DurationConverter {

        public PositiveDuration() {
            super(Duration.ofMillis(1), null);
        }
    }

    /** A duration of zero or more. */
    public static final class NotNegativeDuration extends DurationConverter {

        public NotNegativeDuration() {
            super(Duration.ZERO, null);
        }
    }

    /** A duration of one second or more. */
    public static final class Seconds extends DurationConverter {

        public Seconds() {
            super(Duration.ofSeconds(1), null);
        }
    }

    /** A duration of up to 10 seconds, such as a pause during shutdown. */
    public static final class UpTo10Seconds extends DurationConverter {

        public UpTo10Seconds() {
            super(Duration.ZERO, Duration.ofSeconds(10));
        }
    }

    /** A duration of up to one minute, such as the tolerance between two clocks. */
    public static final class UpToOneMinute extends DurationConverter {

        public UpToOneMinute() {
            super(Duration.ZERO, Duration.ofMinutes(1));
        }
    }

    /** A duration from 10 milliseconds to one day, such as the period of a measurement. */
    public static final class UpToOneDay extends DurationConverter {

        public UpToOneDay() {
            super(Duration.ofMillis(10), Duration.ofDays(1));
        }
    }

    /** Text that is not blank. */
    public static final class NotBlank extends TextConverter {

        public NotBlank() {
            super("(?s).*", "a text that is not blank");
        }
    }
}
