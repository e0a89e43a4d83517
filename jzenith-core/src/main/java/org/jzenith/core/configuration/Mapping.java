package org.jzenith.core.configuration;

import io.smallrye.config.ConfigMappingContext;
import io.smallrye.config.ConfigMappingLoader;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.ExpressionConfigSourceInterceptor;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.configuration.source.Setting;
import org.jzenith.core.internal.configuration.source.Source;
import org.jzenith.core.problem.StartProblem;

/** Turns the sources into instances of the interfaces, or into problems. */
final class Mapping {

    private final KeyCatalogue catalogue;
    private final Sources sources;
    private final SmallRyeConfig config;
    private final MappingProblems problems;
    private final Map<MappedInterface, Object> instances = new LinkedHashMap<>();

    Mapping(final KeyCatalogue catalogue, final Sources sources) {
        this.catalogue = catalogue;
        this.sources = sources;
        this.config = config(catalogue, sources);
        this.problems = new MappingProblems(catalogue, sources, this::value);
        checkExpressions();
        final Map<MappedInterface, Object> partial = new LinkedHashMap<>();
        catalogue.types().forEach(mapped -> map(mapped, partial));
        try (ConstraintCheck check = new ConstraintCheck(problems)) {
            instances.forEach((mapped, instance) -> check.check(mapped, instance, true));
            partial.forEach((mapped, instance) -> check.check(mapped, instance, false));
        }
    }

    /** Uses none of SmallRye's own sources, so that jZenith's order of sources applies and nothing is process-wide. */
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

    /** Reports expressions that fail, because SmallRye treats an optional value with such an expression as not set. */
    private void checkExpressions() {
        for (final String name : sources.names()) {
            final Setting setting = sources.winner(name);
            if (setting != null && setting.value().indexOf('$') >= 0 && catalogue.knows(name)) {
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
    }

    private void map(final MappedInterface mapped, final Map<MappedInterface, Object> partial) {
        try {
            final ConfigClass type = ConfigClass.configClass(mapped.type(), mapped.prefix());
            ConfigMappings.registerConfigMappings(config, Set.of(type));
            instances.put(mapped, config.getConfigMapping(mapped.type(), mapped.prefix()));
        } catch (final ConfigValidationException e) {
            for (int i = 0; i < e.getProblemCount(); i++) {
                problems.mapping(e.getProblem(i).getMessage());
            }
            final Object instance = withoutFaulty(mapped);
            if (instance != null) {
                partial.put(mapped, instance);
            }
        } catch (final RuntimeException | LinkageError e) {
            problems.unusable(mapped.type(), e);
        }
    }

    /** An instance that has only the values without problems, so that the constraints of these values are checked too. */
    private @Nullable Object withoutFaulty(final MappedInterface mapped) {
        final ConfigMappingContext context =
                new ConfigMappingContext(config, new SmallRyeConfigBuilder().getMappingsBuilder());
        context.applyPrefix(mapped.prefix());
        try {
            return ConfigMappingLoader.ensureLoaded(mapped.type()).constructor().invoke(context);
        } catch (final Throwable e) {
            if (e instanceof final Error error) {
                throw error;
            }
            // the problems that make it impossible are already known
            return null;
        }
    }

    List<StartProblem> problems() {
        return problems.all();
    }

    @Nullable
    Object instance(final MappedInterface mapped) {
        return instances.get(mapped);
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
