package org.jzenith.security.internal.certificate;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.security.certificate.CertificateIdentities;
import org.jzenith.security.internal.configuration.CertificateConfiguration;

/** The owners of certificates, and their roles, according to the settings. Immutable. */
final class CertificateRules implements CertificateIdentities {

    private final CertificateConfiguration.NamePart namePart;
    private final Map<String, List<CertificatePattern>> roles = new LinkedHashMap<>();

    /** Skips malformed patterns, because {@link #problems} reports them, and startup fails. */
    CertificateRules(final CertificateConfiguration settings) {
        this.namePart = settings.name();
        settings.roles()
                .forEach((role, patterns) -> roles.put(
                        role,
                        patterns.stream().flatMap(CertificateRules::wellFormed).toList()));
    }

    private static Stream<CertificatePattern> wellFormed(final String pattern) {
        try {
            return Stream.of(CertificatePattern.of(pattern));
        } catch (final IllegalArgumentException e) {
            return Stream.empty();
        }
    }

    static List<StartProblem> problems(final CertificateConfiguration settings, final Configuration configuration) {
        final List<StartProblem> problems = new ArrayList<>();
        settings.roles()
                .forEach((role, patterns) -> patterns.forEach(pattern -> {
                    try {
                        CertificatePattern.of(pattern);
                    } catch (final IllegalArgumentException e) {
                        final String key = "security.client-certificates.roles." + role;
                        problems.add(StartProblem.of(key + " is wrong: " + e.getMessage())
                                .from(configuration.origin(key).orElse(key))
                                .remedy("Write a pattern such as dns:*.example.com or O=Example+OU=Billing."));
                    }
                }));
        return problems;
    }

    @Override
    public Optional<Identity> of(final X500Principal subject, final List<X509Certificate> certificates) {
        final List<CertificatePattern.NamedValue> attributes = CertificatePattern.attributes(subject);
        final List<Map.Entry<Integer, String>> alternatives =
                certificates.isEmpty() ? List.of() : alternatives(certificates.get(0));
        return name(subject, attributes, alternatives)
                .filter(name -> !name.isBlank())
                .map(name ->
                        Identity.of(name, CertificateAuthentication.NAME).withRoles(roles(attributes, alternatives)));
    }

    private Set<String> roles(
            final List<CertificatePattern.NamedValue> attributes, final List<Map.Entry<Integer, String>> alternatives) {
        final Set<String> found = new LinkedHashSet<>();
        roles.forEach((role, patterns) -> {
            if (patterns.stream().anyMatch(pattern -> pattern.matches(attributes, alternatives))) {
                found.add(role);
            }
        });
        return found;
    }

    /** A certificate with several common names has none, because its reader and its authority may mean different ones. */
    private Optional<String> name(
            final X500Principal subject,
            final List<CertificatePattern.NamedValue> attributes,
            final List<Map.Entry<Integer, String>> alternatives) {
        return switch (namePart) {
            case CN -> {
                final List<String> names = attributes.stream()
                        .filter(each -> each.type().equals("CN"))
                        .map(CertificatePattern.NamedValue::value)
                        .toList();
                yield names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
            }
            case DNS -> first("dns:", alternatives);
            case EMAIL -> first("email:", alternatives);
            case URI -> first("uri:", alternatives);
            case SUBJECT -> Optional.of(subject.getName(X500Principal.RFC2253));
        };
    }

    private static Optional<String> first(final String prefix, final List<Map.Entry<Integer, String>> alternatives) {
        return alternatives.stream()
                .filter(name -> name.getKey().equals(CertificatePattern.ALTERNATIVE_NAMES.get(prefix)))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static List<Map.Entry<Integer, String>> alternatives(final X509Certificate certificate) {
        final List<Map.Entry<Integer, String>> all = new ArrayList<>();
        try {
            final Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            if (names != null) {
                for (final List<?> name : names) {
                    if (name.get(0) instanceof final Integer kind && name.get(1) instanceof final String text) {
                        all.add(Map.entry(kind, text));
                    }
                }
            }
        } catch (final CertificateParsingException e) {
            return List.of();
        }
        return all;
    }
}
