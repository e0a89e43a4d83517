package ${package};

import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

/** The application, started once for all test classes that implement this; each class has a clean database. */
public interface SharedApplication {

    @RegisterExtension
    JZenithExtension APP = JZenithExtension.of(${className}Application::application)
            .withOverridingConfiguration("${artifactId}.page-size", 2)
            .shared();
}
