package org.jzenith.docs;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** Allows a class to know the interface of steps, and the steps of its own file. */
final class KnowNoOtherStep extends ArchCondition<JavaClass> {

    private static final String STEP = "org.jzenith.rest.pipeline.Step";

    KnowNoOtherStep() {
        super("know no other step");
    }

    @Override
    public void check(final JavaClass type, final ConditionEvents events) {
        type.getDirectDependenciesFromSelf().stream()
                .filter(each -> each.getTargetClass().isAssignableTo(STEP)
                        && !each.getTargetClass().isInterface()
                        && !file(each.getTargetClass()).equals(file(type)))
                .forEach(each -> events.add(SimpleConditionEvent.violated(type, each.getDescription())));
    }

    private static String file(final JavaClass type) {
        return type.getName().split("\\$")[0];
    }
}
