package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

final class HelloResourceTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(ShopApplication::application);

    @Test
    void aVisitorIsGreeted() {
        assertEquals("Welcome to the shop, Ann!", APP.http().get("/hello/Ann").body());
    }
}
