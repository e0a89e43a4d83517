package org.jzenith.rest.form;

import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import org.jzenith.rest.multipart.MultipartForms;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

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
                    following -> new OnWorkerForFiles(form.blocking(), following));
        }
    }
}
