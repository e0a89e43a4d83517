package org.jzenith.test.internal.token;

import java.util.List;
import java.util.Optional;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;

/** The settings of the {@code JwtPlugin}, read by reflection, because applications without it have no such class. */
record JwtSettings(Class<?> type, Object values) {

    static JwtSettings of(final Plugin plugin, final Configuration configuration) {
        final Class<?> type = plugin.configurations().get(0);
        return new JwtSettings(type, configuration.get(type));
    }

    Optional<String> issuer() {
        return ((Optional<?>) value("issuer")).map(String::valueOf);
    }

    Optional<List<String>> audience() {
        return ((Optional<?>) value("audience")).map(JwtSettings::texts);
    }

    List<String> types() {
        return texts(value("types"));
    }

    String nameClaim() {
        return String.valueOf(value("nameClaim"));
    }

    List<String> roleClaims() {
        return ((Optional<?>) value("roleClaims")).map(JwtSettings::texts).orElse(List.of());
    }

    private static List<String> texts(final Object list) {
        return ((List<?>) list).stream().map(String::valueOf).toList();
    }

    private Object value(final String name) {
        try {
            return type.getMethod(name).invoke(values);
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "jzenith-test and jzenith-security-jwt have different versions: there is no " + type.getName() + "."
                            + name + "(). Use the same version for both.",
                    e);
        }
    }
}
