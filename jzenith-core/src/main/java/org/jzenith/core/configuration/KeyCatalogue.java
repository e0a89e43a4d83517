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
import java.util.EnumSet;
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
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;

/** Every key that the given interfaces declare. */
final class KeyCatalogue {

    /** The key that chooses profiles. No interface declares it, because it is read before any file. */
    static final String PROFILE = "jzenith.profile";

    private static final Pattern QUALIFIER = Pattern.compile("[a-z][a-z0-9-]*");

    private final Set<MappedInterface> types = new LinkedHashSet<>();
    private final Map<String, Entry> closed = new TreeMap<>();
    private final Map<String, Entry> open = new TreeMap<>();
    private final List<StartProblem> problems = new ArrayList<>();

    /**
     * Advice on features that the application has not added to its plugins, such as authentication by tokens. The key of the map is the
     * interface with the settings of the feature; the value is a sentence that says how to add the feature. Used only when the
     * configuration has a setting that no interface declares.
     */
    private final Map<Class<?>, String> optional;

    private KeyCatalogue(final Map<Class<?>, String> optional) {
        this.optional = optional;
    }

    static KeyCatalogue of(final Collection<MappedInterface> types) {
        return of(types, Map.of());
    }

    static KeyCatalogue of(final Collection<MappedInterface> types, final Map<Class<?>, String> optional) {
        final KeyCatalogue catalogue = new KeyCatalogue(optional);
        final Set<MappedInterface> qualified = new LinkedHashSet<>();
        for (final MappedInterface mapped : new LinkedHashSet<>(types)) {
            if (mapped.name().isEmpty()) {
                catalogue.add(mapped);
            } else {
                qualified.add(mapped);
            }
        }
        qualified.forEach(catalogue::checkQualifier);
        qualified.forEach(catalogue::add);
        return catalogue;
    }

    /** Refuses a qualifier whose keys could be mistaken for keys without qualifier. Only keys without qualifier are known at this point. */
    private void checkQualifier(final MappedInterface mapped) {
        final String below = mapped.prefix() + ".";
        final Entry map = find(below + "x");
        final Optional<String> same = map != null
                ? Optional.of(map.key.name())
                : names().stream()
                        .filter(key -> (key + ".").startsWith(below) || key.startsWith(mapped.prefix() + "["))
                        .findFirst();
        if (same.isPresent() || !QUALIFIER.matcher(mapped.name()).matches()) {
            problems.add(StartProblem.of("A plugin cannot have the qualifier '" + mapped.name() + "', because "
                            + same.map(key -> key + " is also a key without a qualifier.")
                                    .orElse("qualifiers consist of lower-case letters, digits and hyphens."))
                    .remedy("Choose another qualifier."));
        }
    }

    private void add(final MappedInterface mapped) {
        final Class<?> type = mapped.type();
        if (!type.isAnnotationPresent(ConfigMapping.class) || !type.isInterface()) {
            problems.add(StartProblem.of("The type " + type.getName() + " is not an interface with @ConfigMapping.")
                    .remedy("Declare its settings as methods of an interface annotated with @ConfigMapping."));
            return;
        }
        try {
            final ConfigMappingInterface read = ConfigMappingInterface.getConfigurationInterface(type);
            final Map<String, Property> properties = Objects.requireNonNull(Objects.requireNonNull(
                            ConfigMappingInterface.getProperties(read).get(type))
                    .get(""));
            final Set<String> optional = new TreeSet<>();
            optionalGroups(read, "", naming(read), optional);
            for (final Map.Entry<String, Property> each : properties.entrySet()) {
                final String path = each.getKey();
                final String name = KeyPattern.join(mapped.prefix(), path);
                final boolean element =
                        path.endsWith("[*]") && properties.containsKey(path.substring(0, path.length() - 3));
                final boolean missable = optional.stream().anyMatch(group -> path.startsWith(group + "."));
                (KeyPattern.isOpen(name) ? open : closed).put(name, Entry.of(name, each.getValue(), element, missable));
            }
            types.add(mapped);
        } catch (final RuntimeException | LinkageError e) {
            problems.add(StartProblem.of("The interface " + type.getName() + " cannot be read: " + e.getMessage())
                    .remedy("Correct its methods: each declares one setting and has no parameters.")
                    .causedBy(e));
        }
    }

    /** Collects optional groups. Their required keys are required only if another key of the group is set. */
    private static void optionalGroups(
            final ConfigMappingInterface type,
            final String path,
            final Function<String, String> naming,
            final Set<String> found) {
        for (final Property property : type.getProperties()) {
            final boolean optional = property.isOptional();
            final Property inner = optional ? property.asOptional().getNestedProperty() : property;
            if (inner.isGroup()) {
                final String group =
                        KeyPattern.join(path, property.isParentPropertyName() ? "" : property.getPropertyName(naming));
                if (optional) {
                    found.add(group);
                }
                optionalGroups(inner.asGroup().getGroupType(), group, naming(inner, naming), found);
            }
        }
    }

    static Function<String, String> naming(final ConfigMappingInterface type) {
        return type.getBeanStyleGetters().andThen(type.getNamingStrategy());
    }

    /** The naming strategy of a group: its own, or otherwise that of its parent. */
    static Function<String, String> naming(final Property group, final Function<String, String> parent) {
        return group.asGroup().hasNamingStrategy() ? naming(group.asGroup().getGroupType()) : parent;
    }

    /** Returns the advice to add the part of a plugin that has an unknown key; null if there is none. */
    @Nullable
    String adviceAbout(final String key) {
        return advice(part -> part.knows(key));
    }

    /** Returns the advice about an environment variable; see {@link #adviceAbout}. */
    @Nullable
    String adviceAboutVariable(final String variable) {
        return advice(part -> !part.fromEnvironment(variable, List.of(), KeyPattern.Entries.SEVERAL_WORDS)
                        .isEmpty()
                || part.names().stream().map(KeyPattern::environmentName).anyMatch(variable::equals));
    }

    private @Nullable String advice(final Predicate<KeyCatalogue> isMeant) {
        return optional.entrySet().stream()
                .filter(part -> isMeant.test(of(List.of(new MappedInterface(part.getKey(), "")))))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns a further remedy for an unknown key whose second word could be the name of a plugin that was not added. Empty if the plugin
     * with this prefix has no {@code named(..)} method.
     */
    String missingPlugin(final String key) {
        for (final MappedInterface mapped : types) {
            final String prefix = mapped.prefix() + ".";
            final int end = key.indexOf('.', prefix.length());
            if (mapped.name().isEmpty() && key.startsWith(prefix) && end > 0 && mapped.plugin() != null) {
                final String name = key.substring(prefix.length(), end);
                if (QUALIFIER.matcher(name).matches() && knows(prefix + key.substring(end + 1))) {
                    return " Or add the plugin " + mapped.plugin() + ".named(\"" + name
                            + "\"), which reads keys such as " + key + ".";
                }
            }
        }
        return "";
    }

    List<StartProblem> problems() {
        return problems;
    }

    /** The interfaces without problems. */
    Set<MappedInterface> types() {
        return types;
    }

    Set<String> prefixes() {
        final Set<String> prefixes = new LinkedHashSet<>();
        types.forEach(mapped -> prefixes.add(mapped.prefix()));
        return prefixes;
    }

    /** The full key of a plugin with this qualifier. */
    String qualified(final String key, final String name) {
        String longest = "";
        for (final MappedInterface mapped : types) {
            final String plain = new MappedInterface(mapped.type(), "").prefix();
            if (mapped.name().equals(name)
                    && (key + ".").startsWith(plain + ".")
                    && plain.length() > longest.length()) {
                longest = plain;
            }
        }
        return longest.isEmpty() || name.isEmpty() ? key : longest + "." + name + key.substring(longest.length());
    }

    /** The full environment variable of a plugin with this qualifier. */
    String qualifiedVariable(final String variable, final String name) {
        for (final MappedInterface mapped : types) {
            final String plain = KeyPattern.environmentName(new MappedInterface(mapped.type(), "").prefix()) + "_";
            if (!name.isEmpty() && mapped.name().equals(name) && variable.startsWith(plain)) {
                final String full = plain + KeyPattern.environmentName(name) + "_" + variable.substring(plain.length());
                if (names().stream().map(KeyPattern::environmentName).anyMatch(full::equals)) {
                    return full;
                }
            }
        }
        return variable;
    }

    /** All keys, sorted by name. A list has one key, without its elements. */
    List<ConfigurationKey> keys() {
        final Map<String, Entry> keys = new TreeMap<>(closed);
        keys.putAll(open);
        return keys.values().stream()
                .filter(entry -> !entry.element)
                .map(Entry::key)
                .toList();
    }

    List<String> names() {
        return keys().stream().map(ConfigurationKey::name).toList();
    }

    /** The qualifiers of the plugins whose interfaces have the prefix of a key. */
    List<String> qualifiers(final String key) {
        return types.stream()
                .filter(mapped -> (key + ".").startsWith(new MappedInterface(mapped.type(), "").prefix() + "."))
                .map(MappedInterface::name)
                .distinct()
                .toList();
    }

    boolean knows(final String name) {
        return find(name) != null;
    }

    boolean isSecret(final String name) {
        final Entry entry = find(name);
        return entry != null && entry.key.secret();
    }

    /** Returns true if a name matches a key whose declared name starts with a text. */
    boolean isOfPattern(final String name, final String begin) {
        final Entry entry = find(name);
        return entry != null && entry.key.name().startsWith(begin);
    }

    @Nullable
    Entry find(final String name) {
        final Entry exact = closed.get(name);
        if (exact != null) {
            return exact;
        }
        for (final Entry candidate : open.values()) {
            if (candidate.pattern.matches(name)) {
                return candidate;
            }
        }
        return null;
    }

    /**
     * Returns the keys that an environment variable sets, among the keys with names or indexes that users choose.
     *
     * @param known the keys of other sources
     * @param most the widest kind of names that the variable can contain; narrower kinds are tried first
     */
    List<String> fromEnvironment(final String variable, final Collection<String> known, final KeyPattern.Entries most) {
        for (final KeyPattern.Entries entries : EnumSet.range(KeyPattern.Entries.KNOWN, most)) {
            for (final Entry candidate : open.values()) {
                final List<String> keys = candidate.pattern.fromEnvironment(variable, known, entries);
                if (!keys.isEmpty()) {
                    return keys;
                }
            }
        }
        return List.of();
    }

    /** The default declared on the interface. */
    @Nullable
    String defaultValue(final String name) {
        final Entry entry = find(name);
        return entry == null || entry.element ? null : entry.key.defaultValue();
    }

    /** The longest interface prefix with which the name starts, or an empty text. */
    String prefixOf(final String name) {
        String longest = "";
        for (final String prefix : prefixes()) {
            final boolean under = name.equals(prefix) || name.startsWith(prefix + ".") || name.startsWith(prefix + "[");
            longest = under && prefix.length() > longest.length() ? prefix : longest;
        }
        return longest;
    }

    /** Returns true if a name starts with the prefix of a known interface; an unknown key is then an error. */
    boolean owns(final String name) {
        final String prefix = prefixOf(name);
        return !prefix.isEmpty() && !prefix.equals(name);
    }

    /** Returns true if users choose the names under this path. */
    boolean isMap(final String path) {
        final String pattern = path + ".*";
        return open.keySet().stream()
                .anyMatch(name ->
                        name.equals(pattern) || name.startsWith(pattern + ".") || name.startsWith(pattern + "["));
    }

    /**
     * A key, and the information for problems with its values.
     *
     * @param key the key as it is shown
     * @param valueType the type of one value, without its containers
     * @param method the method that declares it
     * @param element true if it is an element of a list, with its own key
     * @param pattern matches names of this key
     */
    record Entry(ConfigurationKey key, Type valueType, Method method, boolean element, KeyPattern pattern) {

        static Entry of(final String name, final Property property, final boolean element, final boolean missable) {
            final Method method = property.getMethod();
            final List<String> words = new ArrayList<>();
            Type type = method.getGenericReturnType();
            boolean optional = missable || KeyPattern.isOpen(name);
            boolean secret = false;
            while (type instanceof final ParameterizedType container) {
                final Type raw = container.getRawType();
                final Type[] arguments = container.getActualTypeArguments();
                if (raw == Optional.class || raw == Map.class) {
                    optional = true;
                } else if (raw == Secret.class) {
                    secret = true;
                    words.add("secret");
                } else if (raw == List.class || raw == Set.class) {
                    words.add("list of");
                } else {
                    break;
                }
                type = arguments[arguments.length - 1];
            }
            optional |= type == OptionalInt.class || type == OptionalLong.class || type == OptionalDouble.class;
            words.add(ValueConverters.inWords(type));
            final @Nullable WithDefault given = method.getAnnotation(WithDefault.class);
            final @Nullable Description description = method.getAnnotation(Description.class);
            final ConfigurationKey key = new ConfigurationKey(
                    name,
                    String.join(" ", words),
                    given == null ? null : given.value(),
                    given == null && !optional,
                    description == null ? "" : description.value(),
                    secret);
            return new Entry(
                    key, type, method, element, KeyPattern.isOpen(name) ? new KeyPattern(name) : KeyPattern.NONE);
        }
    }
}
