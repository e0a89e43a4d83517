package org.jzenith.sql.driver;

/** The encryption of connections, and the check of the server's certificate. */
public enum TlsMode {
    /** Never encrypted. */
    DISABLE,
    /** Encrypted only if the server insists; the server's certificate is not checked. */
    ALLOW,
    /** Encrypted if the server supports it; the server's certificate is not checked. */
    PREFER,
    /** Always encrypted; the server's certificate is not checked. */
    REQUIRE,
    /** Always encrypted; the certificate must come from a trusted authority. */
    VERIFY_CA,
    /** Always encrypted; the certificate must come from a trusted authority and name the host. */
    VERIFY_FULL;

    /**
     * Returns the mode as an operator writes it.
     *
     * @return a value such as {@code verify-full}
     */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
