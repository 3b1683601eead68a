import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'

type Callable = (this: unknown, ...args: unknown[]) => unknown

/** Functions of node:crypto that work in another thread when they are given a callback. */
const WITH_CALLBACK = [
  'checkPrime',
  'generateKey',
  'generateKeyPair',
  'generatePrime',
  'hkdf',
  'pbkdf2',
  'randomBytes',
  'randomFill',
  'randomInt',
  'scrypt',
  'sign',
  'verify',
] as const

/**
 * Counts compression and cryptography in Node's thread pool, which `process.getActiveResourcesInfo` does not show. By
 * wrapping: hooks on every asynchronous resource would make each promise of the function ten times slower.
 */
export class ThreadPoolWork {
  #underWay = 0

  get underWay(): number {
    return this.#underWay
  }

  install(): void {
    for (const name of WITH_CALLBACK) this.#replace(crypto, name, (original) => this.#withCallback(original))
    const subtle: object = Object.getPrototypeOf(crypto.webcrypto.subtle)
    for (const name of Object.getOwnPropertyNames(subtle)) {
      if (name !== 'constructor') this.#replace(subtle, name, (original) => this.#withPromise(original))
    }
    for (let streams: object = zlib.Gzip.prototype; streams !== Object.prototype; ) {
      for (const name of ['_transform', '_flush']) {
        if (Object.hasOwn(streams, name))
          this.#replace(streams, name, (original) => this.#withCallback(original))
      }
      // Those of all formats have one base.
      if (Object.hasOwn(streams, '_transform')) break
      streams = Object.getPrototypeOf(streams)
    }
    syncBuiltinESMExports()
  }

  #replace(target: object, name: string, wrap: (original: Callable) => Callable): void {
    const original: unknown = Reflect.get(target, name)
    if (typeof original !== 'function') return
    const wrapped = wrap(original as Callable)
    // Among them what `util.promisify` looks for.
    Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original))
    Object.defineProperty(target, name, { value: wrapped, configurable: true, writable: true })
  }

  #withCallback(original: Callable): Callable {
    const begin = (): (() => void) => this.#begin()
    return function wrapped(this: unknown, ...args: unknown[]): unknown {
      const callback = args.at(-1)
      if (typeof callback !== 'function') return Reflect.apply(original, this, args)
      const end = begin()
      const ended = function (this: unknown, ...results: unknown[]): unknown {
        end()
        return Reflect.apply(callback, this, results)
      }
      try {
        return Reflect.apply(original, this, [...args.slice(0, -1), ended])
      } catch (error) {
        end()
        throw error
      }
    }
  }

  #withPromise(original: Callable): Callable {
    const begin = (): (() => void) => this.#begin()
    return function wrapped(this: unknown, ...args: unknown[]): unknown {
      const end = begin()
      const result = Reflect.apply(original, this, args)
      void Promise.resolve(result).then(end, end)
      return result
    }
  }

  #begin(): () => void {
    this.#underWay += 1
    let isOver = false
    return () => {
      if (!isOver) this.#underWay -= 1
      isOver = true
    }
  }
}
