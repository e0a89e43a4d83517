package org.jzenith.rest.pipeline;

import org.jzenith.rest.argument.ArgumentReaders;
import org.jzenith.rest.elements.BodyPieces;
import org.jzenith.rest.entity.ContentCodings;
import org.jzenith.rest.entity.OwnProviders;
import org.jzenith.rest.form.FormFields;
import org.jzenith.rest.form.OnWorkerForFiles;
import org.jzenith.rest.form.ReceiveForm;
import org.jzenith.rest.limit.AdmitValue;
import org.jzenith.rest.limit.LimitBody;
import org.jzenith.rest.limit.LimitRate;
import org.jzenith.rest.limit.LowerDeadline;
import org.jzenith.rest.resteasy.RestInvoker;
import org.jzenith.rest.sse.AwaitEvents;
import org.jzenith.rest.step.AwaitResult;
import org.jzenith.rest.step.CallMethod;
import org.jzenith.rest.step.CreateResource;
import org.jzenith.rest.step.FilterRequest;
import org.jzenith.rest.step.LocateResource;
import org.jzenith.rest.step.OnWorker;
import org.jzenith.rest.step.ReadArguments;
import org.jzenith.rest.step.ReceiveBody;
import org.jzenith.rest.step.RunPostInvokers;
import org.jzenith.rest.write.Representations;
import org.jzenith.rest.write.WriteResponse;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.ContextResolver;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jboss.resteasy.core.MethodInjectorImpl;
import org.jboss.resteasy.spi.PropertyInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceBuilder;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jboss.resteasy.spi.util.Types;
import org.jboss.resteasy.spi.validation.GeneralValidator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.check.ResourceCheck;
import org.jzenith.rest.json.JsonEntities;
import org.jzenith.rest.construct.LifecycleMethods;
import org.jzenith.rest.multipart.MultipartForms;
import org.jzenith.rest.route.MethodTable;
import org.jzenith.rest.rx.Subscriptions;

/**
 * Makes the steps of resource methods and locators: those of root resources at start, those of a sub-resource when a
 * locator first returns one of its class. Safe for use by many threads.
 */
public final class MethodCompiler {

    /** Parameters that the body may be read for. */
    private static final Set<ParamType> OF_BODY = Set.of(
            ParamType.FORM_PARAM, ParamType.FORM, ParamType.BEAN_PARAM, ParamType.MESSAGE_BODY, ParamType.UNKNOWN);

    private final ResteasyProviderFactory providers;
    private final LimitRate.Limits rates;
    private final MultipartForms forms;
    private final ResourceBuilder metadata = new ResourceBuilder();
    private final @Nullable GeneralValidator validator;
    private final OwnProviders ownWriters;
    private final OwnProviders blockingReaders;
    private final Map<Class<?>, MethodTable<Endpoint>> subResources = new ConcurrentHashMap<>();

    MethodCompiler(final ResteasyProviderFactory providers, final LimitRate.Limits rates, final MultipartForms forms) {
        this.providers = providers;
        this.forms = forms;
        this.rates = rates;
        final ContextResolver<GeneralValidator> resolver =
                providers.getContextResolver(GeneralValidator.class, MediaType.WILDCARD_TYPE);
        this.validator = resolver == null ? null : resolver.getContext(null);
        this.ownWriters = OwnProviders.writers(providers);
        this.blockingReaders = OwnProviders.readers(providers).thatBlock();
    }

    /** The methods and locators of a root resource of which there may be one for each request. */
    List<MethodTable.Entry<Endpoint>> rootResource(
            final Class<?> type,
            final Supplier<?> resources,
            final @Nullable LifecycleMethods lifecycle,
            final ResourceCheck check) {
        final List<MethodTable.Entry<Endpoint>> all = new ArrayList<>();
        final ResourceClass resource = check.read(type, metadata::getRootResourceFromAnnotations);
        if (resource != null) {
            addEndpoints(resource, create(resource, resources, lifecycle, check), check, all);
        }
        return all;
    }

    private CreateResource create(
            final ResourceClass resource,
            final Supplier<?> resources,
            final @Nullable LifecycleMethods lifecycle,
            final ResourceCheck check) {
        PropertyInjector fields = null;
        try {
            fields = fields(resource);
        } catch (final RuntimeException e) {
            check.addUnprepared(resource, e);
        }
        return new CreateResource(resources, fields, lifecycle);
    }

    /** The methods and locators of a root resource whose fields are injected. */
    List<MethodTable.Entry<Endpoint>> rootResource(final Object instance, final ResourceCheck check) {
        final List<MethodTable.Entry<Endpoint>> all = new ArrayList<>();
        for (final Class<?> described : described(instance.getClass())) {
            final ResourceClass resource = check.read(described, metadata::getRootResourceFromAnnotations);
            if (resource != null) {
                addEndpoints(resource, new CreateResource(() -> instance, null, null), check, all);
            }
        }
        return all;
    }

    public MethodTable<Endpoint> tableOfSubResource(final Class<?> type) {
        final MethodTable<Endpoint> known = subResources.get(type);
        return known == null ? subResources.computeIfAbsent(type, this::subResource) : known;
    }

    private MethodTable<Endpoint> subResource(final Class<?> type) {
        final List<MethodTable.Entry<Endpoint>> all = new ArrayList<>();
        for (final Class<?> described : described(type)) {
            addEndpoints(metadata.getLocatorFromAnnotations(described), null, null, all);
        }
        return MethodTable.of(all);
    }

    /** The annotations of a proxy are on its interfaces. */
    private static List<Class<?>> described(final Class<?> type) {
        return Proxy.isProxyClass(type) ? List.of(type.getInterfaces()) : List.of(type);
    }

    private @Nullable PropertyInjector fields(final ResourceClass type) {
        return type.getFields().length == 0 && type.getSetters().length == 0
                ? null
                : providers.getInjectorFactory().createPropertyInjector(type, providers);
    }

    /** Without a check, as when a request is handled, a method that cannot be prepared fails that. */
    private void addEndpoints(
            final ResourceClass resource,
            final @Nullable CreateResource create,
            final @Nullable ResourceCheck check,
            final List<MethodTable.Entry<Endpoint>> all) {
        final String classPath = create == null ? "" : text(resource.getPath());
        for (final ResourceMethod method : resource.getResourceMethods()) {
            add(method, check, () -> all.add(entry(classPath, method, create)));
        }
        for (final ResourceLocator locator : resource.getResourceLocators()) {
            add(locator, check, () -> all.add(entry(classPath, locator, create)));
        }
    }

    private static void add(final ResourceLocator method, final @Nullable ResourceCheck check, final Runnable work) {
        try {
            work.run();
        } catch (final RuntimeException e) {
            if (check == null) {
                throw e;
            }
            check.addUnprepared(method, e);
        }
    }

    private MethodTable.Entry<Endpoint> entry(
            final String classPath, final ResourceMethod method, final @Nullable CreateResource create) {
        final RestInvoker invoker = new RestInvoker(method, providers);
        return new MethodTable.Entry<>(
                classPath,
                text(method.getFullpath()),
                method.getHttpMethods(),
                consumes(method),
                List.of(method.getProduces()),
                invoker.expectsBody(),
                invoker.hasProduces(),
                negotiatesType(method),
                compile(invoker, create));
    }

    private MethodTable.Entry<Endpoint> entry(
            final String classPath, final ResourceLocator locator, final @Nullable CreateResource create) {
        return new MethodTable.Entry<>(
                classPath,
                text(locator.getFullpath()),
                Set.of(),
                List.of(),
                List.of(),
                false,
                false,
                false,
                compile(locator, create));
    }

    /** A patch has one media type, so a method that takes one need not name it. */
    private static List<MediaType> consumes(final ResourceMethod method) {
        if (method.getConsumes().length > 0) {
            return List.of(method.getConsumes());
        }
        for (final Parameter parameter : method.getParams()) {
            final MediaType patch = patchType(parameter);
            if (patch != null) {
                return List.of(patch);
            }
        }
        return List.of();
    }

    /** Null if the parameter takes no patch. */
    private static @Nullable MediaType patchType(final Parameter parameter) {
        return parameter.getParamType() == ParamType.MESSAGE_BODY && body(parameter) instanceof final Class<?> known
                ? JsonEntities.patchType(known)
                : null;
    }

    /** The first patch would make a validator on an event loop. */
    private void preparePatches(final ResourceMethod method) {
        for (final Parameter parameter : method.getParams()) {
            final MediaType patch = patchType(parameter);
            if (patch != null) {
                final Class<?> type = Types.getRawType(body(parameter));
                JsonEntities.preparePatches(
                        providers.getMessageBodyReader(type, type, parameter.getAnnotations(), patch));
            }
        }
    }

    /** Without {@code @Produces} the writers of the value are chosen from. A result without content has no type. */
    private static boolean negotiatesType(final ResourceMethod method) {
        if (method.getProduces().length > 0) {
            return Arrays.stream(method.getProduces())
                    .anyMatch(type -> type.isWildcardType() || type.isWildcardSubtype());
        }
        final Class<?> type = method.getReturnType();
        return method.isAsynchronous()
                || (type != void.class
                        && type != Void.class
                        && type != Completable.class
                        && !(method.getGenericReturnType() instanceof final ParameterizedType later
                                && later.getActualTypeArguments()[0] == Void.class));
    }

    /** What the body is read into. */
    private static Type body(final Parameter parameter) {
        final Class<?> type = parameter.getType();
        return (type == Single.class || type == Optional.class)
                        && parameter.getGenericType() instanceof final ParameterizedType wrapper
                ? wrapper.getActualTypeArguments()[0]
                : type;
    }

    /** Whether a reader of the application that has {@code @Blocking} may read the body. */
    private boolean mayReaderBlock(final ResourceMethod method) {
        if (blockingReaders.isEmpty()) {
            return false;
        }
        final List<MediaType> consumes =
                method.getConsumes().length == 0 ? List.of(MediaType.WILDCARD_TYPE) : List.of(method.getConsumes());
        return Arrays.stream(method.getParams())
                .filter(parameter -> parameter.getParamType() == ParamType.MESSAGE_BODY)
                .map(parameter -> Types.getRawType(body(parameter)))
                .anyMatch(type -> consumes.stream().anyMatch(each -> blockingReaders.mayTake(type, each)));
    }

    private static String text(final @Nullable String path) {
        return path == null ? "" : path;
    }

    private CompiledMethod compile(final RestInvoker invoker, final @Nullable CreateResource create) {
        final ResourceMethod method = invoker.declared();
        final CallMethod.Checks checks = checks(method);
        final List<Step> steps = new ArrayList<>();
        final List<StartProblem> problems = new ArrayList<>();
        final LowerDeadline deadline = StartException.collect(problems, () -> LowerDeadline.of(method));
        final LimitRate rate = StartException.collect(problems, () -> rates.of(method));
        final LimitBody limit = StartException.collect(problems, () -> LimitBody.of(method));
        if (!problems.isEmpty()) {
            throw new StartException(problems, false);
        }
        if (deadline != null) {
            steps.add(deadline);
        }
        final boolean isRateOfUser = rate != null && rate.needsPrincipal();
        if (rate != null && !isRateOfUser) {
            steps.add(rate);
        }
        final ContainerRequestFilter[] filters = invoker.getRequestFilters();
        final FormFields form = FormFields.of(method);
        final boolean takesPieces = BodyPieces.isTakenBy(method.getParams());
        if (limit != null) {
            steps.add(limit);
        }
        final boolean takesParts = form.isWhole() && !(form.hasEntity() && isIntercepted(method));
        final boolean takesForm = !takesPieces && (takesParts || form.hasFields());
        FilterRequest.addWithBody(
                filters, invoker.providers(), !takesPieces && !takesParts, steps, isRateOfUser ? rate : null);
        if (takesPieces) {
            steps.add(new BodyPieces(method.getParams()));
        } else if (takesForm) {
            steps.add(new ReceiveForm(!takesParts));
        }
        final AdmitValue admission = takesPieces || takesParts ? null : AdmitValue.of(method.getParams());
        if (admission != null) {
            steps.add(admission);
        }
        if (form.takesFiles()
                || Arrays.stream(method.getParams()).anyMatch(BodyPieces::arePartsTakenBy)
                || (takesForm && Arrays.asList(method.getConsumes()).contains(MediaType.MULTIPART_FORM_DATA_TYPE))) {
            forms.use();
        }
        if (create != null) {
            steps.add(create);
        }
        final List<Step> call = new ArrayList<>();
        addArguments(method, invoker.arguments(), call);
        preparePatches(method);
        if (!isBlocking(method) && mayReaderBlock(method)) {
            steps.add(new OnWorker(call.toArray(Step[]::new)));
            call.clear();
        }
        call.add(new CallMethod(method.getMethod(), checks));
        if (isBlocking(method)) {
            steps.add(new OnWorker(call.toArray(Step[]::new)));
        } else {
            if (takesForm && form.mayBlock(method)) {
                steps.add(new OnWorkerForFiles(form.blocking(), call.toArray(Step[]::new)));
            }
            steps.addAll(call);
        }
        if (filters.length > 0) {
            steps.add(new RunPostInvokers());
        }
        final Subscriptions.ResultType type = Subscriptions.resultType(method.getReturnType(), providers);
        if (AwaitEvents.takesSink(method)) {
            steps.add(new AwaitEvents());
        } else if (method.isAsynchronous()) {
            steps.add(new AwaitResult.Suspended());
        } else if (type != null) {
            steps.add(new AwaitResult(
                    type,
                    checks != null && checks.method(),
                    ownWriters.ofSources().mayConcern(method.getReturnType(), MediaType.WILDCARD_TYPE)));
        }
        steps.add(new WriteResponse(
                invoker.getWriterInterceptors().length == 0
                        ? new Representations(invoker, providers, ownWriters)
                        : null,
                invoker.getResponseFilters().length > 0));
        return new CompiledMethod(
                invoker, method.getAnnotatedMethod().isAnnotationPresent(Path.class), steps.toArray(Step[]::new));
    }

    /** Whether something of the application sees the body before it is read. */
    private boolean isIntercepted(final ResourceMethod method) {
        return Arrays.stream(providers
                        .getServerReaderInterceptorRegistry()
                        .postMatch(method.getResourceClass().getClazz(), method.getMethod()))
                .anyMatch(interceptor -> !(interceptor instanceof ContentCodings.Check));
    }

    private static boolean readsBody(final Parameter[] parameters) {
        return Arrays.stream(parameters).anyMatch(parameter -> OF_BODY.contains(parameter.getParamType()));
    }

    private static boolean isBlocking(final ResourceMethod method) {
        final AnnotatedElement annotated = method.getAnnotatedMethod();
        return annotated.isAnnotationPresent(Blocking.class)
                || (method.getResourceClass().getClazz().isAnnotationPresent(Blocking.class)
                        && !annotated.isAnnotationPresent(NonBlocking.class));
    }

    private CompiledLocator compile(final ResourceLocator locator, final @Nullable CreateResource create) {
        final MethodInjectorImpl arguments =
                (MethodInjectorImpl) providers.getInjectorFactory().createMethodInjector(locator, providers);
        final List<Step> steps = new ArrayList<>();
        if (readsBody(locator.getParams())
                || (create != null
                        && (readsBody(locator.getResourceClass().getFields())
                                || readsBody(locator.getResourceClass().getSetters())))) {
            steps.add(new ReceiveBody());
        }
        if (create != null) {
            steps.add(create);
        }
        addArguments(locator, arguments.getParams(), steps);
        steps.add(new CallMethod(locator.getMethod(), null));
        steps.add(new LocateResource(this));
        return new CompiledLocator(locator, steps.toArray(Step[]::new));
    }

    private void addArguments(final ResourceLocator method, final ValueInjector[] injectors, final List<Step> steps) {
        if (injectors.length == 0) {
            return;
        }
        final ArgumentReader[] arguments = new ArgumentReader[injectors.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = ArgumentReaders.of(method.getParams()[i], injectors[i], providers);
        }
        steps.add(new ReadArguments(arguments));
    }

    private CallMethod.@Nullable Checks checks(final ResourceMethod method) {
        if (validator == null) {
            return null;
        }
        final boolean ofResource =
                validator.isValidatable(method.getResourceClass().getClazz());
        final boolean ofMethod = validator.isMethodValidatable(method.getMethod());
        return ofResource || ofMethod ? new CallMethod.Checks(validator, ofResource, ofMethod) : null;
    }
}
