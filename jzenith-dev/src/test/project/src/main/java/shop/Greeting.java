package shop;

import jakarta.inject.Inject;

class Greeting {

    @Inject
    Greeting() {}

    String to(final String name) {
        return "Hello, " + name + "!";
    }
}
