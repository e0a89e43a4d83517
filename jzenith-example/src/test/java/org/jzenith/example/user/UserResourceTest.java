package org.jzenith.example.user;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.example.ExampleApplication;
import org.jzenith.test.JZenithExtension;

final class UserResourceTest extends UserDatabaseTests {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> ExampleApplication.application());

    UserResourceTest() {
        super(APP);
    }
}
