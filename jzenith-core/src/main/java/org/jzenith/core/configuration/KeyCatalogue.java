package org.jzenith.core.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigMappingInterface;
import io.smallrye.config.ConfigMappingInterface.Property;
import io.smallrye.config.Secret;
import io.smallrye.config.WithDefault;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;

/** Every key that the given interfaces declare. */
final class KeyCatalogue {

    /** Read before any file, so it is not a setting of an interface. */
    static final String PROFILE = "jzenith.profile";

    private final Set<Class<?>> types = new LinkedHashSet<>();
    private final Set<String> prefixes = new LinkedHashSet<>();
    private final Map<String, Entry> closed = new TreeMap<>();
    private final Map<String, Entry> open = new TreeMap<>();
    private final List<StartProblem> problems = new ArrayList<>();

    private KeyCatalogue() {}

    static KeyCatalogue of(final Collection<Class<?>> types) {
        final KeyCatalogue catalogue = new KeyCatalogue();
        new LinkedHashSet<>(types).forEach(catalogue::add);
        return catalogue;
    }

    private void add(final Class<?> type) {
        final @Nullable ConfigMapping mapping = type.getAnnotation(ConfigMapping.class);
        if (mapping == null || !type.isInterface()) {
            problems.add(StartProblem.of("The type " + type.getName() + " is not an interface with @ConfigMapping.")
                    .remedy("Declare its settings as methods of an interface annotated with @ConfigMapping."));
            return;
        }
        try {
            final ConfigMappingInterface read = ConfigMappingInterface.getConfigurationInterface(type);
            final Map<String, Property> properties = Map.copyOf(Objects.requireNonNull(Objects.requireNonNull(
                            ConfigMappingInterface.getProperties(read).get(type))
                    .get("")));
            final Set<String> optional = new HashSet<>();
            optionalGroups(read, "", naming(read), optional);
            properties.forEach((path, property) -> add(mapping.prefix(), path, property, properties, optional));
            types.add(type);
            prefixes.add(mapping.prefix());
        } catch (final RuntimeException | LinkageError e) {
            problems.add(StartProblem.of("The interface " + type.getName() + " cannot be read: " + e.getMessage())
                    .remedy("Correct its methods: each is a setting without parameters.")
                    .causedBy(e));
        }
    }

    private void add(
            final String prefix,
            final String path,
            final Property property,
            final Map<String, Property> siblings,
            final Set<String> optional) {
        final String name = path.isEmpty()
                ? prefix
                : prefix.isEmpty() || path.charAt(0) == '[' ? prefix + path : prefix + "." + path;
        final boolean element = path.endsWith("[*]") && siblings.containsKey(path.substring(0, path.length() - 3));
        final boolean missable = optional.stream().anyMatch(group -> path.startsWith(group + "."));
        final Entry entry = Entry.of(name, property, element, missable);
        (KeyPattern.isOpen(name) ? open : closed).put(name, entry);
    }

    /** Groups that need not be there: what is required in them is so only if something of them is set. */
    private static void optionalGroups(
            final ConfigMappingInterface type,
            final String path,
            final Function<String, String> naming,
            final Set<String> found) {
        for (final Property property : type.getProperties()) {
            final boolean optional = property.isOptional();
            final Property inner = optional ? property.asOptional().getNestedProperty() : property;
            if (!inner.isGroup()) {
                continue;
            }
            final String name = property.isParentPropertyName() ? "" : property.getPropertyName(naming);
            final String group = name.isEmpty() ? path : path.isEmpty() ? name : path + "." + name;
            if (optional) {
                found.add(group);
            }
            final ConfigMappingInterface nested = inner.asGroup().getGroupType();
            optionalGroups(nested, group, inner.asGroup().hasNamingStrategy() ? naming(nested) : naming, found);
        }
    }

    static Function<String, String> naming(final ConfigMappingInterface type) {
        return type.getBeanStyleGetters().andThen(type.getNamingStrategy());
    }

    List<StartProblem> problems() {
        return problems;
    }

    /** The interfaces that can be used. */
    Set<Class<?>> types() {
        return types;
    }

    Set<String> prefixes() {
        return prefixes;
    }

    /** All keys in the order of their names; elements of lists stand under the name of the list. */
    List<ConfigurationKey> keys() {
        final Map<String, ConfigurationKey> keys = new TreeMap<>();
        closed.forEach((name, entry) -> keys.put(name, entry.key));
        open.forEach((name, entry) -> {
            if (!entry.element) {
                keys.put(name, entry.key);
            }
        });
        return List.copyOf(keys.values());
    }

    List<String> names() {
        return keys().stream().map(ConfigurationKey::name).toList();
    }

    Map<String, Entry> open() {
        return open;
    }

    boolean knows(final String name) {
        return find(name) != null;
    }

    boolean isSecret(final String name) {
        final Entry entry = find(name);
        return entry != null && entry.key.secret();
    }

    @Nullable
    Entry find(final String name) {
        final Entry exact = closed.get(name);
        if (exact != null) {
            return exact;
        }
        for (final Map.Entry<String, Entry> candidate : open.entrySet()) {
            if (KeyPattern.matches(candidate.getKey(), name)) {
                return candidate.getValue();
            }
        }
        return null;
    }

    /** The default on the interface. */
    @Nullable
    String defaultValue(final String name) {
        final Entry entry = find(name);
        return entry == null || entry.element ? null : entry.key.defaultValue();
    }

    /** Whether the name has a prefix of a known interface, so that an unknown key is an error. */
    boolean owns(final String name) {
        for (final String prefix : prefixes) {
            if (!prefix.isEmpty()
                    && name.length() > prefix.length()
                    && name.startsWith(prefix)
                    && (name.charAt(prefix.length()) == '.' || name.charAt(prefix.length()) == '[')) {
                return true;
            }
        }
        return false;
    }

    /** Whether names under this path are chosen by the user. */
    boolean isMap(final String path) {
        final String pattern = path + ".*";
        return open.keySet().stream()
                .anyMatch(name ->
                        name.equals(pattern) || name.startsWith(pattern + ".") || name.startsWith(pattern + "["));
    }

    /**
     * A key with what reports about its values need.
     *
     * @param key the key as it is shown
     * @param valueType the type of one value, containers taken off
     * @param method the method that declares it
     * @param element whether it is one element of a list that has a key of its own
     */
    record Entry(ConfigurationKey key, Type valueType, Method method, boolean element) {

        static Entry of(final String name, final Property property, final boolean element, final boolean missable) {
            final Method method = property.getMethod();
            final List<String> words = new ArrayList<>();
            final boolean[] flags = new boolean[2];
            final Type value = strip(method.getGenericReturnType(), words, flags);
            final String type = String.join(" ", words)
                    + (value instanceof final Class<?> raw
                            ? (words.isEmpty() ? "" : " ") + ValueConverters.inWords(raw)
                            : value.getTypeName());
            final @Nullable WithDefault given = method.getAnnotation(WithDefault.class);
            final @Nullable Description description = method.getAnnotation(Description.class);
            final boolean required = given == null && !flags[0] && !missable && !KeyPattern.isOpen(name);
            return new Entry(
                    new ConfigurationKey(
                            name,
                            type,
                            given == null ? null : given.value(),
                            required,
                            description == null ? "" : description.value(),
                            flags[1]),
                    value,
                    method,
                    element);
        }

        /** Takes the containers off; flags: 0 a value may be missing, 1 it is secret. */
        private static Type strip(final Type type, final List<String> words, final boolean[] flags) {
            if (type == OptionalInt.class || type == OptionalLong.class || type == OptionalDouble.class) {
                flags[0] = true;
                return type == OptionalDouble.class ? double.class : type == OptionalInt.class ? int.class : long.class;
            }
            if (!(type instanceof final ParameterizedType container)) {
                return type;
            }
            final Type[] arguments = container.getActualTypeArguments();
            final Type inner = arguments[arguments.length - 1];
            if (container.getRawType() == Optional.class) {
                flags[0] = true;
            } else if (container.getRawType() == Secret.class) {
                flags[1] = true;
                words.add("secret");
            } else if (container.getRawType() == Map.class) {
                flags[0] = true;
            } else if (container.getRawType() == List.class || container.getRawType() == Set.class) {
                words.add("list of");
            } else {
                return type;
            }
            return strip(inner, words, flags);
        }
    }
}
