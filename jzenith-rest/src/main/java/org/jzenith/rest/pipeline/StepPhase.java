package org.jzenith.rest.pipeline;

/** The phases of a request, in the order in which its steps run once the resource method is known. */
public enum StepPhase {
    /** Limits that need nothing but the head of the request. */
    LIMIT,
    /** Request filters with a priority from {@code AUTHENTICATION} to below {@code ENTITY_CODER}. */
    AUTHENTICATE,
    /** Decisions that need the user. */
    AUTHORIZE,
    /** All other request filters. */
    FILTER,
    /** Receives the body. A provider that adds a step here replaces the default, which waits for the whole body. */
    BODY,
    /** Checks and prepares a received body. */
    BODY_RECEIVED,
    /** Creates the resource. */
    RESOURCE,
    /** Reads the arguments. */
    ARGUMENTS,
    /** Validates the arguments. */
    VALIDATE,
    /** Calls the resource method. */
    CALL,
    /** Checks the returned value, on the thread that called the method. */
    RETURNED,
    /** Runs after the call, on the event loop. */
    AFTER_CALL,
    /** Waits for the asynchronous result of the method. A provider that adds a step here replaces the default. */
    RESULT,
    /** Writes the response. Only jZenith adds a step here; to change responses, use a response filter. */
    RESPONSE
}
