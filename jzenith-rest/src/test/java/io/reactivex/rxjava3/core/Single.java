package io.reactivex.rxjava3.core;

/** Named as in RxJava 3. */
@SuppressWarnings("unused") // as there
public abstract class Single<T> {}
