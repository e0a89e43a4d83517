package org.jzenith.example;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

// region shared
/** The example, started once for all test classes that implement this. */
public interface SharedExample {

    @RegisterExtension
    JZenithExtension APP = JZenithExtension.of(
                    () -> ExampleApplication.application())
            .withOverridingConfiguration("messages.user-changes.over", "memory")
            .shared();
}
// endregion
