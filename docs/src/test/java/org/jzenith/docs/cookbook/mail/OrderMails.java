package org.jzenith.docs.cookbook.mail;

import io.reactivex.Completable;
import jakarta.inject.Inject;

// region class
final class OrderMails {

    private final Mails mails;

    @Inject
    OrderMails(final Mails mails) {
        this.mails = mails;
    }

    Completable orderPlaced(final OrderPlaced placed) {
        return mails.send(
                placed.email(), "Thank you for order " + placed.order() + ".");
    }
}
// endregion
