package org.jzenith.example.user;

import org.jzenith.example.SharedExample;

final class UserResourceTest extends UserDatabaseTests implements SharedExample {

    UserResourceTest() {
        super(APP);
    }
}
