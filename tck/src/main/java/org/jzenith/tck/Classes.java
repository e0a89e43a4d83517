package org.jzenith.tck;

import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.ext.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.resteasy.plugins.providers.DataSourceProvider;
import org.jboss.resteasy.plugins.providers.FileProvider;
import org.jboss.resteasy.plugins.providers.FileRangeWriter;
import org.jboss.resteasy.plugins.providers.SourceProvider;
import org.jboss.resteasy.plugins.providers.jaxb.CollectionProvider;
import org.jboss.resteasy.plugins.providers.jaxb.JAXBElementProvider;
import org.jboss.resteasy.plugins.providers.jaxb.JAXBXmlRootElementProvider;
import org.jboss.resteasy.plugins.providers.jaxb.JAXBXmlSeeAlsoProvider;
import org.jboss.resteasy.plugins.providers.jaxb.JAXBXmlTypeProvider;
import org.jboss.resteasy.plugins.providers.jaxb.MapProvider;
import org.jboss.resteasy.plugins.providers.jaxb.XmlJAXBContextFinder;
import org.jboss.resteasy.plugins.providers.jsonb.JsonBindingProvider;
import org.jboss.resteasy.plugins.providers.jsonp.JsonArrayProvider;
import org.jboss.resteasy.plugins.providers.jsonp.JsonObjectProvider;
import org.jboss.resteasy.plugins.providers.jsonp.JsonStructureProvider;
import org.jboss.resteasy.plugins.providers.jsonp.JsonValueProvider;
import org.jboss.resteasy.plugins.providers.jsonp.JsonpPatchMethodFilter;
import org.jspecify.annotations.Nullable;

/** The classes in a WAR, and those that a container would find by scanning them (Jakarta REST 3.1, 2.3.2). */
final class Classes {

    private final List<Class<?>> all = new ArrayList<>();
    private final @Nullable Class<? extends Application> application;

    Classes(final WebArchive war) throws ClassNotFoundException {
        final ClassLoader loader = Classes.class.getClassLoader();
        for (final String name : war.classes()) {
            all.add(Class.forName(name, false, loader));
        }
        application = application(war.applications(), loader);
    }

    private @Nullable Class<? extends Application> application(final List<String> names, final ClassLoader loader)
            throws ClassNotFoundException {
        for (final String name : names) {
            if (isApplication(name, loader)) {
                return Class.forName(name, true, loader).asSubclass(Application.class);
            }
        }
        for (final Class<?> type : all) {
            if (Application.class.isAssignableFrom(type)) {
                return type.asSubclass(Application.class);
            }
        }
        return null;
    }

    /** Names of servlets need not be those of applications, nor of classes. */
    private static boolean isApplication(final String name, final ClassLoader loader) {
        try {
            return Application.class.isAssignableFrom(Class.forName(name, false, loader));
        } catch (final ClassNotFoundException e) {
            return false;
        }
    }

    /** The application; null if the WAR has none. */
    @Nullable
    Application application() throws ReflectiveOperationException {
        return application == null ? null : application.getDeclaredConstructor().newInstance();
    }

    Class<?>[] resources() {
        return all.stream()
                .filter(type -> type.isAnnotationPresent(Path.class) && !type.isInterface())
                .toArray(Class<?>[]::new);
    }

    Object[] providers() {
        return all.stream()
                .filter(type -> type.isAnnotationPresent(Provider.class))
                .toArray();
    }

    /** Returns true if an application leaves it to the container to find its classes. */
    @SuppressWarnings("deprecation") // deprecated by Jakarta REST, and still part of it
    static boolean scans(final Application application) {
        return application.getClasses().isEmpty() && application.getSingletons().isEmpty();
    }

    /** Returns the application without the annotations of its class. */
    static Application withoutPath(final Application application) {
        return new Application() {
            @Override
            public Set<Class<?>> getClasses() {
                return application.getClasses();
            }

            @Override
            @SuppressWarnings("deprecation") // deprecated by Jakarta REST, and still part of it
            public Set<Object> getSingletons() {
                return application.getSingletons();
            }

            @Override
            public Map<String, Object> getProperties() {
                return application.getProperties();
            }
        };
    }

    /** Providers of RESTEasy that jZenith leaves to applications. */
    static List<Object> providers(final WebArchive.Api api) {
        return switch (api) {
            case DATA_SOURCE -> List.of(new DataSourceProvider());
            case FILE -> List.of(new FileProvider(), new FileRangeWriter());
            case JAXB ->
                List.of(
                        new JAXBXmlSeeAlsoProvider(),
                        new JAXBXmlRootElementProvider(),
                        new JAXBElementProvider(),
                        new JAXBXmlTypeProvider(),
                        new CollectionProvider(),
                        new MapProvider(),
                        new XmlJAXBContextFinder());
            case JSON_B -> List.of(new JsonBindingProvider());
            case JSON_P ->
                List.of(
                        new JsonArrayProvider(),
                        new JsonStructureProvider(),
                        new JsonObjectProvider(),
                        new JsonValueProvider(),
                        new JsonpPatchMethodFilter());
            case XML_SOURCE -> List.of(new SourceProvider());
        };
    }
}
