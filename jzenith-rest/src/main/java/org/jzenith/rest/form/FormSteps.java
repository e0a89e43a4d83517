package org.jzenith.rest.form;

import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jboss.resteasy.spi.ValueInjector;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.argument.ParameterInjectors;
import org.jzenith.rest.multipart.MultipartForms;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;
import org.jzenith.rest.step.OnWorker;

/** Forms that methods take by {@code @FormParam} or as a list of parts. */
public final class FormSteps implements StepProvider {

    private final MultipartForms forms;

    /**
     * Creates it.
     *
     * @param forms receives multipart forms
     */
    public FormSteps(final MultipartForms forms) {
        this.forms = forms;
    }

    /** Makes the injectors of form fields. */
    public static @Nullable ValueInjector injectorOf(
            final ParameterInjectors.Declared declared, final Supplier<@Nullable ValueInjector> standard) {
        return FormParameter.of(declared, standard);
    }

    @Override
    public void addTo(final MethodSteps steps) {
        final MethodModel method = steps.method();
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
