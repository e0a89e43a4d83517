package org.jzenith.core.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigMappingContext;
import io.smallrye.config.ConfigMappingLoader;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.ExpressionConfigSourceInterceptor;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;

/** Turns the sources into instances of the interfaces, or into problems. */
final class Mapping {

    private final KeyCatalogue catalogue;
    private final Sources sources;
    private final SmallRyeConfig config;
    private final MappingProblems problems;
    private final Map<Class<?>, Object> instances = new LinkedHashMap<>();

    Mapping(final KeyCatalogue catalogue, final Sources sources, final Masker masker) {
        this.catalogue = catalogue;
        this.sources = sources;
        this.config = config(catalogue, sources);
        this.problems = new MappingProblems(catalogue, sources, masker, this::value);
        checkExpressions();
        final Map<Class<?>, Object> partial = new LinkedHashMap<>();
        catalogue.types().forEach(type -> map(type, partial));
        try (ConstraintCheck check = new ConstraintCheck()) {
            instances.forEach((type, instance) -> check.check(type, prefix(type), instance, true));
            partial.forEach((type, instance) -> check.check(type, prefix(type), instance, false));
            check.missingSecrets().forEach(problems::missing);
            check.wrongSecrets().forEach(problems::unconvertible);
            check.violations().forEach(problems::violation);
        }
    }

    /** Uses none of SmallRye's own sources, so that our order holds and nothing is process-wide. */
    private static SmallRyeConfig config(final KeyCatalogue catalogue, final Sources sources) {
        final SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder();
        ValueConverters.register(builder);
        sources.ordered().forEach(builder::withSources);
        return builder.withInterceptors(new ExpressionConfigSourceInterceptor())
                .withSources(new Source(
                        "fixed",
                        Integer.MAX_VALUE,
                        Map.of(SmallRyeConfig.SMALLRYE_CONFIG_MAPPING_VALIDATE_UNKNOWN, new Setting("false", "")),
                        key -> null))
                .withSources(new Source("defaults", -1, Map.of(), catalogue::defaultValue))
                .build();
    }

    /** SmallRye treats an optional value whose expression fails as not set; here it is a problem. */
    private void checkExpressions() {
        final Set<String> names = new TreeSet<>();
        sources.ordered().forEach(source -> names.addAll(source.getPropertyNames()));
        for (final String name : names) {
            final Setting setting = sources.winner(name);
            if (setting == null || setting.value().indexOf('$') < 0 || !catalogue.knows(name)) {
                continue;
            }
            try {
                final ConfigValue value = config.getConfigValue(name);
                if (value.hasProblems()) {
                    problems.expression(name, value.getProblems().get(0).getMessage());
                }
            } catch (final RuntimeException e) {
                problems.expression(name, String.valueOf(e.getMessage()));
            }
        }
    }

    private void map(final Class<?> type, final Map<Class<?>, Object> partial) {
        try {
            ConfigMappings.registerConfigMappings(config, Set.of(ConfigClass.configClass(type)));
            instances.put(type, config.getConfigMapping(type));
        } catch (final ConfigValidationException e) {
            final Set<String> seen = new HashSet<>();
            for (int i = 0; i < e.getProblemCount(); i++) {
                if (seen.add(e.getProblem(i).getMessage())) {
                    problems.mapping(e.getProblem(i).getMessage());
                }
            }
            final Object instance = withoutFaulty(type);
            if (instance != null) {
                partial.put(type, instance);
            }
        } catch (final RuntimeException | LinkageError e) {
            problems.unusable(type, e);
        }
    }

    /** An instance in which only the values without problems are set, so that their constraints are checked too. */
    private @Nullable Object withoutFaulty(final Class<?> type) {
        final ConfigMappingContext context =
                new ConfigMappingContext(config, new SmallRyeConfigBuilder().getMappingsBuilder());
        context.applyPrefix(prefix(type));
        try {
            return ConfigMappingLoader.ensureLoaded(type).constructor().invoke(context);
        } catch (final Throwable e) {
            if (e instanceof final Error error) {
                throw error;
            }
            // the problems that make it impossible are already known
            return null;
        }
    }

    private static String prefix(final Class<?> type) {
        final @Nullable ConfigMapping mapping = type.getAnnotation(ConfigMapping.class);
        return mapping == null ? "" : mapping.prefix();
    }

    List<StartProblem> problems() {
        return new ArrayList<>(problems.all());
    }

    @Nullable
    Object instance(final Class<?> type) {
        return instances.get(type);
    }

    /** The value of a key with expressions resolved; null if there is none or it cannot be resolved. */
    @Nullable
    String value(final String key) {
        try {
            return config.getConfigValue(key).getValue();
        } catch (final RuntimeException e) {
            final Setting setting = sources.winner(key);
            return setting == null ? null : setting.value();
        }
    }
}
