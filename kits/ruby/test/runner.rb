# frozen_string_literal: true

# Reads a task from standard input, does what it says with this kit, and prints a report: see kits/conformance/README.md.

require 'feedback_board'
require 'stringio'

def signed(given)
  input = given.transform_keys(&:to_sym)
  input[:user] = FeedbackBoard::User.new(**input[:user].transform_keys(&:to_sym))
  input[:now] = Time.at(input[:now]) if input.key?(:now)
  { token: FeedbackBoard.sign_in_token(**input) }
rescue FeedbackBoard::SigningError => e
  { error: { code: e.code, message: e.message } }
end

def verified(given)
  { event: FeedbackBoard.verify_webhook(given['secret'], given['headers'], given['body'], now: Time.at(given['now'])) }
rescue FeedbackBoard::WebhookError => e
  { error: e.code }
end

def described(error)
  facts = %i[code status title detail request_id errors].to_h { |name| [name, error.public_send(name)] }
  facts.merge(retry_after_ms: error.retry_after && (error.retry_after * 1000).round)
end

def called(given)
  report = { outcomes: [], pauses: [], tokens_asked: 0, told: [] }
  options = given['options']
  settings = { tries: options['tries'], longest_wait: options['longest_wait_ms']&./(1000.0),
               request_timeout: options['request_timeout_ms']&./(1000.0) }.compact
  sleeper = ->(pause) { report[:pauses] << (pause * 1000) }
  begin
    client = FeedbackBoard::Client.new(options['api_origin'] || given['origin'], options['secret_key'], sleep: sleeper, **settings)
  rescue FeedbackBoard::Error => e
    return report.merge(refused: described(e))
  end
  answers = []
  given['steps'].each do |step|
    answers << outcome(client, step, answers)
    report[:outcomes] << { value: answers.last == {} ? nil : answers.last } # a 204 is an empty answer
  rescue FeedbackBoard::Error => e
    answers << nil
    report[:outcomes] << { error: described(e) }
  end
  report
end

def outcome(client, step, answers)
  method, path = step['call'].split(' ')
  args = step['args']
  params = args['path'].merge(args['query']).transform_keys(&:to_sym)
  if step.key?('read')
    items = client.list(path, **params)
    return step['read'] == 'all' ? items.to_a : items.first(step['read'])
  end
  params[:if_match] = args['if_match'] if args.key?('if_match')
  params[:if_match] = answers[args['if_match_of']].etag if args.key?('if_match_of')
  params[:idempotency_key] = args['idempotency_key'] if args.key?('idempotency_key')
  client.public_send(method.downcase, path, *(args.key?('body') ? [args['body']] : []), **params)
end

def printed(samples, webhook)
  headers = webhook['headers']
  raw_body = webhook['body']
  $stdout = StringIO.new
  eval(samples, binding)
  $stdout.string
ensure
  $stdout = STDOUT
end

task = JSON.parse($stdin.read)
puts JSON.generate(
  signing: task['signing'].map { |given| signed(given) },
  webhooks: task['webhooks'].map { |given| verified(given) },
  calls: task['calls'].map { |given| called(given) },
  printed: printed(task['samples'], task['webhook'])
)
