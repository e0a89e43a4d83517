package org.jzenith.security.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Map;
import org.jzenith.core.configuration.Description;

/** The settings of client certificates. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "security.client-certificates")
public interface CertificateConfiguration {

    /** The part of a certificate that names its owner. */
    enum NamePart {
        /** The common name of the subject. */
        CN,
        /** The first DNS name of the subject alternative names. */
        DNS,
        /** The first e-mail address of the subject alternative names. */
        EMAIL,
        /** The first URI of the subject alternative names. */
        URI,
        /** The whole subject (RFC 2253). */
        SUBJECT
    }

    /**
     * The part that names the owner.
     *
     * @return the common name, unless configured
     */
    @WithDefault("cn")
    @Description(
            "The part of a client certificate that names its owner: cn, or the first dns, email or uri of its subject"
                    + " alternative names, or the whole subject.")
    NamePart name();

    /**
     * The patterns of the certificates that have a role.
     *
     * @return the patterns by role
     */
    @Description("The client certificates that have the role: patterns such as dns:*.example.com, email:*@example.com,"
            + " uri:spiffe://example.com/*, or attributes that the subject has, such as O=Example+OU=Billing. An asterisk stands"
            + " for any characters of one value.")
    Map<String, List<String>> roles();
}
