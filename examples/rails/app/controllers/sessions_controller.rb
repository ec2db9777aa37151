class SessionsController < ApplicationController
  def new; end

  def create
    person = Person.authenticate(params[:username], params[:password])
    unless person
      @has_failed = true
      return render :new, status: :unprocessable_entity
    end
    return_to = session[:return_to] || root_path
    reset_session # a new session, so that nobody can have planted it before
    session[:user_id] = person.id
    redirect_to return_to, status: :see_other
  end

  def destroy
    reset_session
    redirect_to root_path, status: :see_other
  end
end
