package org.jzenith.rest.internal.multipart;

import com.google.inject.Binder;
import com.google.inject.Provider;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.Gauge;
import org.jzenith.rest.internal.deployment.RestFeature;
import org.jzenith.rest.internal.deployment.RestFeatureContext;
import org.jzenith.rest.internal.pipeline.RestArgumentReader;
import org.jzenith.rest.internal.pipeline.RestMethod;
import org.jzenith.rest.internal.step.OnWorker;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.ParameterModel;
import org.jzenith.rest.pipeline.StepPhase;

/** Forms that methods take by {@code @FormParam}, as a list of parts, or as a {@code Flowable} of parts. */
public final class MultipartFeature implements RestFeature {

    @Override
    public void configure(final Binder binder) {
        binder.bind(MultipartForms.class).in(Singleton.class);
        final Provider<MultipartForms> forms = binder.getProvider(MultipartForms.class);
        Gauge.binder(binder).addBinding().toProvider(() -> forms.get().disk());
    }

    @Override
    public void addTo(final RestFeatureContext context) {
        final MultipartForms forms = context.injector().getInstance(MultipartForms.class);
        context.addProvider(new EntityPartsReader(forms));
        context.addParameters(FormParameter::of);
        context.addArguments((method, parameter) -> readerOf(parameter, forms));
        context.addSteps(steps -> addTo(steps, forms));
        context.onOpen(forms::open);
        context.onClose(forms.close());
    }

    private static @Nullable RestArgumentReader readerOf(final ParameterModel parameter, final MultipartForms forms) {
        return StreamParts.isTakenAs(parameter.type()) ? invocation -> StreamParts.of(invocation, forms) : null;
    }

    private static void addTo(final MethodSteps steps, final MultipartForms forms) {
        final RestMethod method = RestMethod.of(steps.method());
        if (Arrays.stream(method.declared().getParams())
                .anyMatch(parameter -> StreamParts.isTakenAs(parameter.getGenericType()))) {
            steps.add(StepPhase.BODY, new StreamParts());
            forms.use();
        }
        final FormFields form = FormFields.of(method.declared());
        final boolean takesParts = form.isWhole() && !(form.hasEntity() && method.isBodyIntercepted());
        final boolean takesForm = !steps.has(StepPhase.BODY) && (takesParts || form.hasFields());
        if (form.takesFiles()
                || (takesForm
                        && Arrays.asList(method.declared().getConsumes())
                                .contains(MediaType.MULTIPART_FORM_DATA_TYPE))) {
            forms.use();
        }
        if (!takesForm) {
            return;
        }
        steps.add(takesParts ? StepPhase.BODY : StepPhase.BODY_RECEIVED, new ReceiveForm(forms, !takesParts));
        if (!method.isBlocking() && form.mayBlock(method.declared())) {
            steps.addDetour(
                    StepPhase.ARGUMENTS,
                    StepPhase.RETURNED,
                    following -> new OnWorkerForFiles(form.blocking(), OnWorker.instead(following)));
        }
    }
}
