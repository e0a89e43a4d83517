package org.jzenith.security.jwt;

import com.nimbusds.jose.JWSHeader;
import io.reactivex.Single;
import java.util.List;

/** The keys of the issuer. Safe for use by many threads. */
interface KeySource {

    /**
     * Finds the keys that may have signed a token.
     *
     * @return empty if there is none; fails with a {@link KeysUnavailableException} while no keys are known
     */
    Single<List<VerificationKey>> find(JWSHeader header);

    /** Returns true if keys are known. */
    boolean isReady();
}
