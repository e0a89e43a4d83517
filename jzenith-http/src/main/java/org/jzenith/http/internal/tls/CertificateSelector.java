package org.jzenith.http.internal.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the certificate for the name that a client asks for (RFC 6066, 3): the one that has the name, then one with a
 * wildcard, then those that come first. Safe for use by many threads.
 */
final class CertificateSelector extends X509ExtendedKeyManager {

    private final Map<String, ServedCertificate> byAlias = new TreeMap<>();
    private final String first;

    /** @param certificates at least one; all with the key of the first one are for clients that ask for no known name */
    CertificateSelector(final List<ServedCertificate> certificates) {
        this.first = certificates.get(0).key().setting();
        for (int i = 0; i < certificates.size(); i++) {
            byAlias.put("certificate-" + i, certificates.get(i));
        }
    }

    /** Called for each kind of key that the client takes, until one fits. */
    @Override
    public @Nullable String chooseEngineServerAlias(
            final String keyType, final Principal @Nullable [] issuers, final SSLEngine engine) {
        final Predicate<ServedCertificate> fits = fitting(requestedHost(engine));
        for (final Map.Entry<String, ServedCertificate> entry : byAlias.entrySet()) {
            final ServedCertificate certificate = entry.getValue();
            if (fits.test(certificate)
                    && certificate.certificate().getPublicKey().getAlgorithm().equals(keyType)) {
                return entry.getKey();
            }
        }
        return null;
    }

    private Predicate<ServedCertificate> fitting(final @Nullable String host) {
        if (host != null && byAlias.values().stream().anyMatch(certificate -> certificate.isFor(host))) {
            return certificate -> certificate.isFor(host);
        }
        if (host != null && byAlias.values().stream().anyMatch(certificate -> certificate.isForAllBeside(host))) {
            return certificate -> certificate.isForAllBeside(host);
        }
        return certificate -> certificate.key().setting().equals(first);
    }

    private static @Nullable String requestedHost(final SSLEngine engine) {
        if (engine.getHandshakeSession() instanceof ExtendedSSLSession session) {
            for (final SNIServerName name : session.getRequestedServerNames()) {
                if (name instanceof SNIHostName host) {
                    return host.getAsciiName().toLowerCase(Locale.ROOT);
                }
            }
        }
        return null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(final String alias) {
        final ServedCertificate certificate = byAlias.get(alias);
        return certificate == null ? null : certificate.key().chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(final String alias) {
        final ServedCertificate certificate = byAlias.get(alias);
        return certificate == null ? null : certificate.key().privateKey();
    }

    @Override
    public String[] getServerAliases(final String keyType, final Principal @Nullable [] issuers) {
        return byAlias.keySet().toArray(String[]::new);
    }

    @Override
    public @Nullable String chooseServerAlias(
            final String keyType, final Principal @Nullable [] issuers, final @Nullable Socket socket) {
        return null; // Netty has engines, not sockets
    }

    @Override
    public String @Nullable [] getClientAliases(final String keyType, final Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            final String[] keyTypes, final Principal @Nullable [] issuers, final @Nullable Socket socket) {
        return null;
    }
}
