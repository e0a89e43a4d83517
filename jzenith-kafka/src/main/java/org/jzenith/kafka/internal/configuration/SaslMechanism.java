package org.jzenith.kafka.internal.configuration;

import org.jzenith.core.configuration.converter.TextConverter;

/** A mechanism of SASL. */
@SuppressWarnings("serial")
public final class SaslMechanism extends TextConverter {

    /** The mechanism with tokens. */
    public static final String OAUTHBEARER = "OAUTHBEARER";

    /** Creates the converter. */
    public SaslMechanism() {
        super("PLAIN|SCRAM-SHA-256|SCRAM-SHA-512|OAUTHBEARER", "PLAIN, SCRAM-SHA-256, SCRAM-SHA-512 or OAUTHBEARER");
    }
}
