package com.example.shop.article;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.example.shop.ShopApplication;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

final class ArticleResourceTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(ShopApplication::application);

    @Test
    void theArticlesAreInTheOrderOfTheirNames() {
        assertEquals(
                List.of("coffee", "honey", "tea"),
                APP.http().get("/articles").json().findValuesAsText("name"));
    }

    @Test
    void anArticleThatDoesNotExistIs404() {
        assertEquals(404, APP.http().get("/articles/wine").status());
    }
}
