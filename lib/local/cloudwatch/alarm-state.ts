export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA'

export interface AlarmStatus {
  readonly state: AlarmState
  readonly reason: string
  /** When it went into this state. Milliseconds since the epoch. */
  readonly since: number
}
