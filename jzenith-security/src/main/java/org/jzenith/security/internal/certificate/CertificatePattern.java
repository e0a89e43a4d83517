package org.jzenith.security.internal.certificate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.naming.InvalidNameException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/**
 * A pattern over the parts of a certificate. A subject is compared attribute by attribute, never as one text, so that a value cannot
 * pretend to be another attribute. Immutable.
 */
final class CertificatePattern {

    /** The prefixes of patterns over subject alternative names, and the kinds of these (RFC 5280, 4.2.1.6). */
    static final Map<String, Integer> ALTERNATIVE_NAMES = Map.of("email:", 1, "dns:", 2, "uri:", 6, "ip:", 7);

    /** Zero for a subject. */
    private final int kind;

    private final String glob;
    private final List<NamedValue> attributes;

    /**
     * An attribute of a subject.
     *
     * @param type the type in upper case
     * @param value the value as text
     */
    record NamedValue(String type, String value) {}

    private CertificatePattern(final int kind, final String glob, final List<NamedValue> attributes) {
        this.kind = kind;
        this.glob = glob;
        this.attributes = attributes;
    }

    /** @throws IllegalArgumentException if the pattern is malformed */
    static CertificatePattern of(final String text) {
        for (final Map.Entry<String, Integer> each : ALTERNATIVE_NAMES.entrySet()) {
            if (text.startsWith(each.getKey())) {
                return new CertificatePattern(
                        each.getValue(), text.substring(each.getKey().length()), List.of());
            }
        }
        try {
            final List<NamedValue> attributes = attributes(new LdapName(text));
            if (attributes.isEmpty()) {
                throw new IllegalArgumentException("'" + text + "' names no attribute.");
            }
            return new CertificatePattern(0, "", attributes);
        } catch (final InvalidNameException e) {
            throw new IllegalArgumentException(
                    "'" + text
                            + "' is not a valid pattern: it has no prefix dns:, email:, uri: or ip:, and is not a list of subject "
                            + "attributes.",
                    e);
        }
    }

    /** Returns the attributes of a subject. */
    static List<NamedValue> attributes(final X500Principal subject) {
        try {
            return attributes(new LdapName(subject.getName(X500Principal.RFC2253)));
        } catch (final InvalidNameException e) {
            return List.of();
        }
    }

    private static List<NamedValue> attributes(final LdapName name) {
        final List<NamedValue> all = new ArrayList<>();
        try {
            for (final Rdn rdn : name.getRdns()) {
                final NamingEnumeration<? extends Attribute> each =
                        rdn.toAttributes().getAll();
                while (each.hasMore()) {
                    final Attribute attribute = each.next();
                    for (int i = 0; i < attribute.size(); i++) {
                        if (attribute.get(i) instanceof final String value) {
                            all.add(new NamedValue(attribute.getID().toUpperCase(Locale.ROOT), value));
                        }
                    }
                }
            }
        } catch (final NamingException e) {
            throw new IllegalStateException("The attributes of a parsed name cannot be read.", e);
        }
        return all;
    }

    /**
     * Returns true if a certificate has what the pattern asks for.
     *
     * @param subject the attributes of its subject
     * @param alternatives its subject alternative names: kind and text
     */
    boolean matches(final List<NamedValue> subject, final List<Map.Entry<Integer, String>> alternatives) {
        if (kind != 0) {
            return alternatives.stream()
                    .anyMatch(name -> name.getKey() == kind
                            && (kind == 2
                                    ? matches(
                                            glob.toLowerCase(Locale.ROOT),
                                            name.getValue().toLowerCase(Locale.ROOT))
                                    : matches(glob, name.getValue())));
        }
        return attributes.stream()
                .allMatch(wanted -> subject.stream()
                        .anyMatch(has -> has.type.equals(wanted.type) && matches(wanted.value, has.value)));
    }

    /** Returns true if an asterisk of the glob can stand for the rest of a text. Takes linear time for each asterisk. */
    static boolean matches(final String glob, final String text) {
        final String[] parts = glob.split("\\*", -1);
        if (parts.length == 1) {
            return glob.equals(text);
        }
        final String first = parts[0];
        final String last = parts[parts.length - 1];
        if (text.length() < first.length() + last.length() || !text.startsWith(first) || !text.endsWith(last)) {
            return false;
        }
        int at = first.length();
        final int end = text.length() - last.length();
        for (int i = 1; i < parts.length - 1; i++) {
            final int found = text.indexOf(parts[i], at);
            if (found < 0 || found + parts[i].length() > end) {
                return false;
            }
            at = found + parts[i].length();
        }
        return true;
    }
}
