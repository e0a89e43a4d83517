package org.jzenith.core.internal.tls;

import org.jzenith.core.configuration.converter.TextConverter;

/** A version of TLS. */
@SuppressWarnings("serial")
public final class TlsProtocol extends TextConverter {

    /** Creates the converter. */
    public TlsProtocol() {
        super("TLSv1\\.[23]", "TLSv1.2 or TLSv1.3");
    }
}
